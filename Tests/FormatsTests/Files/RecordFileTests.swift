import Columns
import Diagnostics
import Foundation
import Model
import Storage
import TestSupport
import Testing

@testable import Formats

/// Files that are read in parts have the same content as when read at once.
@Suite struct RecordFileTests {
  private static let cases: [(name: String, text: String, place: [String])] = [
    ("a.csv", "n,t,x\n1,a,\n2,\"b\nc\",2.5\n,\"\"\"d\"\"\",3\n4,007,-1\n", []),
    ("one.csv", "n\n1\n\n3\n4\n", []),
    ("a.tsv", "n\tt\r\n1\ta\r\n2\t2024-01-05\r\n3\ttrue", []),
    (
      "a.jsonl",
      "{\"n\":1,\"o\":{\"x\":1}}\n{\"n\":2.5,\"l\":[1,2]}\n\n{\"n\":null,\"o\":{\"y\":\"é\"},\"l\":[]}\n",
      []
    ),
    (
      "a.json",
      "[{\"n\":1,\"c\":[{\"a\":1},{\"a\":2}]}, {\"n\":2,\"c\":[]},{\"n\":3}, {\"c\":[{\"a\":3,\"b\":\"x\"}]}]",
      []
    ),
    ("b.json", "{\"d\":[0,{\"rows\":[{\"n\":1},{\"n\":2},{\"n\":3}]}]}", ["d", "1", "rows"]),
  ]

  @Test(arguments: 0..<cases.count, [1, 7, 20, 1_000])
  func splitPartsAddUpExactly(index: Int, size: Int) throws {
    let (name, text, place) = Self.cases[index]
    let folder = try TemporaryFolder(inMemory: true)
    var options = ReadingOptions()
    options.place = place
    let path = try folder.write(text, to: name)
    let file = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
    let whole = try file.read(file.whole)
    let parts = try file.parts(of: size)
    #expect(size > 1 || parts.count > 1)
    let types = Dictionary(
      uniqueKeysWithValues: whole.attributes.filter { $0.type == .string }.map {
        ($0.name, $0.type)
      }
    )
    let tables = try parts.map { try file.read($0, as: types) }
    var shape = InferredTable(tables[0])
    for table in tables.dropFirst() {
      try shape.join(InferredTable(table), textsOnly: file.isDelimited)
    }
    let joined = ReadTable(joining: tables, as: shape)
    #expect(Self.rows(joined) == Self.rows(whole))
    #expect(joined.children.map(\.owners) == whole.children.map(\.owners))
    #expect(
      joined.children.map { Self.rows($0.table) } == whole.children.map { Self.rows($0.table) }
    )
  }

  /// Each row's values by the paths of its fields.
  private static func rows(_ table: ReadTable) -> [[String: Value]] {
    (0..<table.count).map { row in
      Dictionary(
        uniqueKeysWithValues: table.columns.map { ($0.key.description, $0.value.value(at: row)) }
      ).filter { !$0.value.isNull }
    }
  }

  @Test func positionsMatchFields() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let csv = try folder.write("a,b\n1,\"x\ny\"\n\n2,é\n", to: "a.csv")
    let json = try folder.write(
      "{\"r\": [{\"a\": 1},\n {\"a\": {\"b\": 2}, \"c\": 3}]}",
      to: "a.json"
    )
    var options = ReadingOptions()
    #expect(
      try Self.places(csv, options, [(0, ["b"]), (1, ["b"]), (1, [])]) == ["2:3", "5:1", "5:3"]
    )
    options.place = ["r"]
    #expect(try Self.places(json, options, [(1, ["a", "b"]), (1, ["c"])]) == ["2:14", "2:23"])
  }

  private static func places(
    _ path: String,
    _ options: ReadingOptions,
    _ wanted: [(row: Int, path: [String])]
  ) throws -> [String] {
    let file = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
    let part = file.whole
    return file.problems(
      wanted.map { (RecordPlace(part: part, row: $0.row, path: $0.path), "wrong") }
    ).map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" }
  }

  @Test func unreadablePartsAreSkipped() throws {
    let folder = try TemporaryFolder(inMemory: true)
    var options = ReadingOptions()
    options.skipsBad = true
    let rows = (1...60).map { $0.isMultiple(of: 3) ? "\($0)" : "\($0),t" }
    let csv = try folder.write("n,t\n" + rows.joined(separator: "\n"), to: "a.csv")
    let lines = (1...60).map { $0.isMultiple(of: 3) ? "{\"n\":" : "{\"n\":\($0)}" }
    let json = try folder.write(lines.joined(separator: "\n"), to: "a.jsonl")
    for path in [csv, json] {
      let file = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
      for size in [nil, 50] as [Int?] {
        file.forgetSkipped()
        let tables = try (size.map(file.parts(of:)) ?? [file.whole]).map { try file.read($0) }
        let numbers = tables.flatMap { table in
          (0..<table.count).map { table.columns[AttributePath(["n"])]?.value(at: $0) }
        }
        #expect(numbers == (1...60).filter { !$0.isMultiple(of: 3) }.map { .int($0) }, "\(path)")
        #expect(file.skipped.count == 20)
        #expect(file.skipped.first?.location?.line == (path == csv ? 4 : 3))
      }
    }
    let open = try folder.write("n,t\n1,\"a\n2,b\n", to: "open.csv")
    #expect(throws: FileReadingError.self) {
      let file = try RecordFile(path: open, options: options, cancellation: CancellationFlag())
      _ = try file.read(file.whole)
    }
  }

  /// Every choice of records in an array, for each kind of fault that leaves their ends where they are.
  @Test(arguments: [
    #""t":"a\u0000""#, #""t":"\ud800""#, #""t":"\q""#, #""t":"x","t":"y""#, "\"t\":\"\u{FFFD}\"",
  ])
  func unreadableElementsAreSkipped(fault: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    var options = ReadingOptions()
    (options.skipsBad, options.place) = (true, ["data", "0"])
    for bad in 0..<(1 << 5) - 1 {
      let records = (0..<5).map { n in
        "{\"n\":\(n)\(bad >> n & 1 == 1 ? "," + fault : "")}"
      }
      let text = "{\"data\":[[ \(records.joined(separator: " ,\n")) ],{}]}"
      // Output with the replacement character is not valid UTF-8.
      let bytes = Array(text.utf8).split(
        separator: [0xEF, 0xBF, 0xBD],
        omittingEmptySubsequences: false
      )
      .joined(separator: [0xC3])
      let path = folder.file("a.json")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let file = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
      for size in [nil, 1, 20] as [Int?] {
        file.forgetSkipped()
        let parts = try size.map(file.parts(of:)) ?? [file.whole]
        let tables = try parts.map { try file.read($0) }
        let numbers = tables.flatMap { table in
          (0..<table.count).map { table.columns[AttributePath(["n"])]?.value(at: $0) }
        }
        #expect(numbers == (0..<5).filter { bad >> $0 & 1 == 0 }.map { .int($0) }, "\(text)")
        #expect(
          file.skipped.map { $0.location?.line }
            == (0..<5).filter { bad >> $0 & 1 == 1 }.map { $0 + 1 }
        )
        guard size == nil else { continue }
        let rows = numbers.indices.map {
          (place: RecordPlace(part: parts[0], row: $0, path: []), message: "")
        }
        #expect(
          file.problems(rows).map { $0.location?.line }
            == (0..<5).filter { bad >> $0 & 1 == 0 }.map { $0 + 1 }
        )
      }
    }
  }

  /// Whether it is read as a whole or in parts, and whatever is skipped.
  @Test(arguments: [
    #"[{"n":1} {"n":2},{"n":3}]"#, #"[{"n":1},{"n":2} {"n":3}]"#, #"[{"n":1},{"n":2},]"#,
    #"[{"n":1} {"n":"\u0000"}]"#, #"[{"n":1},{"n":"\u0000"},]"#, #"[{"n":"\u0000"} {"n":1}]"#,
  ])
  func malformedArraysAreRejected(text: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write(text, to: "a.json")
    for skipsBad in [false, true] {
      var options = ReadingOptions()
      options.skipsBad = skipsBad
      let file = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
      for size in [nil, 1, 10, 20] as [Int?] {
        #expect(throws: FileReadingError.self, "\(size ?? 0)") {
          for part in try size.map(file.parts(of:)) ?? [file.whole] { _ = try file.read(part) }
        }
      }
    }
  }

  /// All records are at fault: if they have a model, reading does not fail.
  @Test(arguments: ["a.jsonl", "a.json"])
  func allRecordsAreSkipped(name: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let bad = #"{"n":"\u0000"}"#
    let text = name == "a.json" ? "[\(bad),\(bad)]" : "\(bad)\n\(bad)\n"
    let path = try folder.write(text, to: name)
    var options = ReadingOptions()
    options.skipsBad = true
    let unknown = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
    #expect(throws: FileReadingError.self) { _ = try unknown.read(unknown.whole) }
    options.needsFields = false
    let file = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
    #expect(try file.read(file.whole).count == 0)
    #expect(file.skipped.count == 2)
  }
}
