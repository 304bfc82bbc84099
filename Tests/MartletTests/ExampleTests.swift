import Foundation
import Testing

/// The README's program is the one in Examples/Library, and prints what the README says.
@Suite struct ExampleTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func theReadmeShowsTheExample() throws {
    let file = Self.project.appendingPathComponent("Examples/Library/main.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    #expect(try blocks("swift").contains(source))
  }

  @Test func theExamplePrintsWhatTheReadmeShows() throws {
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appendingPathComponent("LibraryExample")
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try blocks("console").contains(String(decoding: data, as: UTF8.self)))
  }

  /// What stands between three backticks in the README, of one language.
  private func blocks(_ language: String) throws -> [String] {
    let file = Self.project.appendingPathComponent("README.md")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
      .enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.hasPrefix(language + "\n") }
      .map { String($0.element.dropFirst(language.count + 1)) }
  }
}
