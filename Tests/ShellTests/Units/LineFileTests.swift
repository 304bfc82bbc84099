import Foundation
import TestSupport
import Testing

@testable import Shell

@Suite struct LineFileTests {
  static let blocks = [
    "fetch Budget", "a\nb\n", #"\n is not a line end \\"#, "zoë 東京", "\ttab", "\\",
  ]

  @Test(arguments: blocks)
  func blocksRoundTrip(block: String) {
    #expect(!LineFile.encode(block).contains("\n"))
    #expect(LineFile.decode(LineFile.encode(block)) == block)
  }

  @Test func theNewestAreLoadedOldestFirst() throws {
    let folder = try TemporaryFolder()
    let file = LineFile(path: folder.file("deep/folder/history"))
    #expect(file.load(limit: 5) == [])
    for number in 0..<9 { file.append("block \(number)") }
    #expect(file.load(limit: 2) == ["block 7", "block 8"])
    #expect(file.load(limit: 100).count == 9)
  }

  @Test func truncatedPartStaysOnItsOwnLine() throws {
    let folder = try TemporaryFolder()
    let file = LineFile(path: try folder.write("whole\ncut o", to: "history"))
    file.append("next")
    #expect(file.load(limit: 9) == ["whole", "cut o", "next"])
  }

  @Test func aLargeFileIsReadFromItsEnd() throws {
    let folder = try TemporaryFolder()
    let line = String(repeating: "x", count: 99) + "\n"
    let path = try folder.write(String(repeating: line, count: 20_000) + "last\n", to: "history")
    let blocks = LineFile(path: path).load(limit: 100_000)
    #expect(blocks.last == "last")
    #expect(blocks.count > 1_000 && blocks.count < 20_000)
    #expect(blocks.dropLast().allSatisfy { $0.count == 99 })
  }

  @Test func malformedFilesAreReadAsFarAsPossible() throws {
    let folder = try TemporaryFolder()
    try Data([0xFF, 0x00, 0x61, 0x0A, 0x1B, 0x62, 0x0A, 0x0A]).write(
      to: URL(fileURLWithPath: folder.file("history"))
    )
    let blocks = LineFile(path: folder.file("history")).load(limit: 9)
    #expect(blocks == ["\u{FFFD}a", "b"])
    #expect(LineFile.decode("a\u{9B}b\u{9D}\\\u{1B}c\\\\\u{7F}") == "abc\\")
  }
}
