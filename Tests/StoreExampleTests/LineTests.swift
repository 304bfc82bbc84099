import Foundation
import Martlet
import TestSupport
import Testing

@testable import StoreExample

/// Lines that are not as they should be, and files that change.
@Suite struct LineTests {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    let models =
      "model Book { title: String, year: Int, before: Book?, after: [Book] inverse before }"
    container = ModelContainer(
      store: JSONLinesStore(
        folder: URL(fileURLWithPath: folder.path),
        schema: try ModelContainer(models: models).store.schema
      )
    )
  }

  private func count(_ query: QueryText) throws -> Int {
    try ModelContext(container).fetchCount(query)
  }

  @Test(arguments: [
    (#"{"id": 2"#, "line 2"), (#"{"title": "no id"}"#, "line 2"),
    (#"{"id": 2, "year": "1815"}"#, "line 2"), (#"{"id": 2, "year": 1.5}"#, "line 2"),
    (#"{"id": 2, "before": "1"}"#, "line 2"), ("\n\n{", "line 4"),
    (#"{"id": 1}"#, "there are two records 1"),
  ])
  func errorsAreReportedWithTheirPosition(line: String, place: String) throws {
    try folder.write(
      "{\"id\": 1, \"title\": \"Emma\", \"year\": 1815}\n\(line)\n",
      to: "Book.jsonl"
    )
    let error = #expect(throws: (any Error).self) { try count("Book where year > 0") }
    #expect("\(String(describing: error))".contains(place))
    #expect("\(String(describing: error))".contains("Book.jsonl"))
    // Irrelevant lines are skipped, whatever they contain.
    #expect(try count("Book where title == \"Emma\"") == 1)
  }

  @Test func danglingPathsAreNil() throws {
    try folder.write("{\"id\": 1, \"before\": 7}\r\n\n{\"id\": 2, \"before\": 1}", to: "Book.jsonl")
    #expect(try count("Book where before is nil") == 1)
    #expect(try count("Book where count(after) == 1") == 1)
  }

  @Test func aMissingFileIsAnError() {
    #expect(throws: (any Error).self) { try count("Book") }
  }

  @Test func everyStatementRereadsTheFiles() throws {
    try folder.write("{\"id\": 1}\n", to: "Book.jsonl")
    let before = try container.store.snapshot()
    try folder.write("{\"id\": 1}\n{\"id\": 2}\n", to: "Book.jsonl")
    #expect(try count("Book") == 2)
    #expect(try before.count(of: "Book") == 1)
  }

  @Test func changesAreRejected() throws {
    try folder.write("{\"id\": 1, \"title\": \"Emma\"}\n", to: "Book.jsonl")
    let context = ModelContext(container)
    let error = #expect(throws: (any Error).self) {
      try context.insert("Book", ["title": "Persuasion", "year": 1817])
      try context.save()
    }
    #expect(String(describing: error).contains("read-only"))
    #expect(try String(contentsOfFile: folder.file("Book.jsonl"), encoding: .utf8).count == 27)
  }
}
