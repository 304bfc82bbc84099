import Foundation
import Storage
import TestSupport
import Testing

@testable import Formats

/// Files are read by extension and decoded, and their problems are reported.
@Suite struct FileOpeningTests {
  @Test func fileExtensionsSelectTheFormat() throws {
    let folder = try TemporaryFolder()
    let texts = [
      "a.csv": "x,y\n1,2\n", "b.TSV": "x\ty\n1\t2\n", "c.tab": "x\ty\n1\t2\n",
      "d.json": #"[{"x":1,"y":2}]"#, "e.jsonl": #"{"x":1,"y":2}"#, "f.ndjson": #"{"x":1,"y":2}"#,
    ]
    for (name, text) in texts {
      let path = try folder.write(text, to: name)
      let table = try read(path: path)
      #expect(table.declarations == ["x: Int", "y: Int"], "\(name)")
    }
  }

  @Test func explicitFormatOverridesTheExtension() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x\n1\n", to: "data.txt")
    let table = try read(path: path, as: .csv)
    #expect(table.declarations == ["x: Int"])
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x41, 0], "the file is UTF-16, not UTF-8"),
      ([0xFE, 0xFF, 0, 0x41], "the file is UTF-16, not UTF-8"),
      ([0x1F, 0x8B, 8, 0], "the file is compressed"),
    ] as [([UInt8], String)]
  )
  func otherEncodingsAreNamed(bytes: [UInt8], message: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.csv")
    try Data(bytes).write(to: URL(filePath: path))
    let error = #expect(throws: FileReadingError.self) { try read(path: path) }
    #expect(error?.description.hasPrefix("\(path): error: \(message)\nhelp: ") == true)
  }

  @Test func unreadableFilesAreExplained() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "empty.csv")
    try FileManager.default.createDirectory(
      atPath: folder.file("folder.csv"),
      withIntermediateDirectories: false
    )
    try folder.write("", to: "data.xyz")
    let expected = [
      "missing": "cannot be read: No such file or directory",
      ".": "is a directory, not a file",
      "missing.csv": "cannot be read: No such file or directory",
      "folder.csv": "is a directory, not a file",
      "empty.csv": "the file is empty",
      "data.xyz":
        "unknown file type (known types: .csv .tsv .tab .json .jsonl .ndjson)",
    ]
    for (name, message) in expected {
      let path = folder.file(name)
      let error = #expect(throws: FileReadingError.self) {
        try read(path: path)
      }
      #expect(error?.description.hasPrefix("\(path): error: \(message)") == true)
    }
  }

  @Test func pipesAreReadToTheirEnd() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe.csv")
    #expect(mkfifo(path, 0o600) == 0)
    let text = "x\n" + String(repeating: "123456789\n", count: 20_000)
    let writer = Thread {
      try? FileHandle(forWritingAtPath: path)?.write(contentsOf: Data(text.utf8))
    }
    writer.start()
    let table = try read(path: path)
    #expect(table.count == 20_000)
  }

  @Test(arguments: [FileFormat.csv, .json])
  func cancellationStopsReading(format: FileFormat) {
    let flag = CancellationFlag()
    flag.cancel()
    let objects = String(repeating: "{\"a\":1}\n", count: 3_000)
    let text = format == .csv ? "a\n1\n" : objects
    #expect(throws: FileReadingError.cancelled) {
      let bytes = FileBytes(copying: Array(text.utf8))
      let file = try RecordFile(bytes, format, name: "file", ReadingOptions(), flag)
      _ = try file.read(file.whole)
    }
  }
}
