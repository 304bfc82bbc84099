import Foundation
import Storage
import TestSupport
import Testing

@testable import Formats

/// Files that another process truncates while they are read.
@Suite struct TruncatedFileTests {
  private static let line = "1,a text that is not so short\n"
  private static let text = "id,name\n" + String(repeating: line, count: 100_000)

  /// A file that has been opened by `open`, then lost most of its bytes.
  private func cut<Opened>(
    _ ending: String,
    _ text: String = Self.text,
    _ open: (String) throws -> Opened
  ) throws -> Opened {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "cut.\(ending)")
    let opened = try open(path)
    try #require(truncate(path, 20_000) == 0)
    return opened
  }

  @Test func missingBytesReadAsZeros() throws {
    let bytes = try cut("csv") { path in
      try FileBytes.open(path: path, name: path, CancellationFlag())
    }
    #expect(bytes.wasTruncated)
    #expect(bytes.start[0] == UInt8(ascii: "i"))
    #expect(bytes.start[bytes.count - 1] == 0)
    #expect(bytes.start[1_000_000] == 0)
    #expect(bytes.wasTruncated)
    #expect(bytes.part(0..<10).wasTruncated)
    #expect(throws: ReadingFailure.self) { try bytes.checkWhole() }
  }

  @Test(arguments: ["csv", "jsonl"]) func truncatedFileIsRejected(ending: String) throws {
    let text =
      ending == "csv"
      ? Self.text : String(repeating: "{\"id\": 1, \"name\": \"x\"}\n", count: 100_000)
    let file = try cut(ending, text) { try RecordFile(path: $0, cancellation: CancellationFlag()) }
    #expect(throws: FileReadingError.problem(.changed, file: file.name)) {
      for part in try file.parts(of: 1 << 20) { _ = try file.read(part) }
    }
  }

  /// Unmapped files are no longer watched: their places are free again.
  @Test func manyFilesAreWatched() throws {
    for _ in 0..<600 {
      let bytes = try cut("csv", String(Self.text.prefix(40_000))) { path in
        try FileBytes.open(path: path, name: path, CancellationFlag())
      }
      #expect(bytes.start[bytes.count - 1] == 0)
      #expect(bytes.wasTruncated)
    }
  }
}
