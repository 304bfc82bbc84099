import Foundation
import Storage
import Testing

@testable import Formats

struct FileReaderTests {
  /// A new folder that is gone after `body`.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func filesAreReadByTheirEnding() throws {
    try withFolder { folder in
      let texts = [
        "a.csv": "x,y\n1,2\n", "b.TSV": "x\ty\n1\t2\n", "c.tab": "x\ty\n1\t2\n",
        "d.json": #"[{"x":1,"y":2}]"#, "e.jsonl": #"{"x":1,"y":2}"#, "f.ndjson": #"{"x":1,"y":2}"#,
      ]
      for (name, text) in texts {
        let path = "\(folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        let table = try FileReader(path: path).read(cancellation: CancellationFlag())
        #expect(table.declarations == ["x: Int", "y: Int"], "\(name)")
      }
    }
  }

  @Test func aGivenFormatOutweighsTheEnding() throws {
    try withFolder { folder in
      let path = "\(folder)/data.txt"
      try Data("x\n1\n".utf8).write(to: URL(filePath: path))
      let table = try FileReader(path: path, format: .csv).read(cancellation: CancellationFlag())
      #expect(table.declarations == ["x: Int"])
    }
  }

  @Test func filesThatCannotBeReadSayWhy() throws {
    try withFolder { folder in
      try Data().write(to: URL(filePath: "\(folder)/empty.csv"))
      try FileManager.default.createDirectory(
        atPath: "\(folder)/folder.csv",
        withIntermediateDirectories: false
      )
      try Data().write(to: URL(filePath: "\(folder)/data.xyz"))
      let expected = [
        "missing": "cannot be read: No such file or directory",
        ".": "is a directory, not a file",
        "missing.csv": "cannot be read: No such file or directory",
        "folder.csv": "is a directory, not a file",
        "empty.csv": "the file is empty",
        "data.xyz":
          "the file's ending names no format (known are .csv .tsv .tab .json .jsonl .ndjson)",
      ]
      for (name, message) in expected {
        let path = "\(folder)/\(name)"
        let error = #expect(throws: FileReadingError.self) {
          try FileReader(path: path).read(cancellation: CancellationFlag())
        }
        #expect(error?.description == "\(path): error: \(message)")
      }
    }
  }

  @Test func pipesAreReadToTheirEnd() throws {
    try withFolder { folder in
      let path = "\(folder)/pipe.csv"
      #expect(mkfifo(path, 0o600) == 0)
      let text = "x\n" + String(repeating: "123456789\n", count: 20_000)
      let writer = Thread {
        try? FileHandle(forWritingAtPath: path)?.write(contentsOf: Data(text.utf8))
      }
      writer.start()
      let table = try FileReader(path: path).read(cancellation: CancellationFlag())
      #expect(table.count == 20_000)
    }
  }

  @Test(arguments: [FileFormat.csv, .json])
  func aRaisedFlagStopsReading(format: FileFormat) {
    let flag = CancellationFlag()
    flag.cancel()
    let objects = String(repeating: "{\"a\":1}\n", count: 3_000)
    let text = format == .csv ? "a\n1\n" : objects
    #expect(throws: FileReadingError.cancelled) {
      try FileReader.read(Array(text.utf8), as: format, name: "file", cancellation: flag)
    }
  }
}
