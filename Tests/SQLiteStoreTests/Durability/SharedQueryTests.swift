import Features
import Foundation
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// Saved queries that another process changes during a session.
@Suite struct SharedQueryTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    file = folder.file("shared.store")
    try another(
      "model T { name: String unique, n: Int = 0 }",
      "insert T [{ name: \"1\", n: 1 }, { name: \"2\", n: 5 }]",
      "let q = fetch T where n > 2"
    )
  }

  /// Runs statements in a separate process.
  private func another(_ statements: String...) throws {
    let result = try BuiltCommand.run([file] + statements.flatMap { ["-c", $0] })
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Renames `n`, and gives its old name to a new member, which the query does not know.
  private func migrate() throws {
    try another(
      "version 1 { model T { name: String unique, total: Int was n } }",
      "version 2 { model T { name: String unique, total: Int, n: Int = 100 } }",
      "migrate 2"
    )
  }

  /// A session that has asked the query already.
  private func session() throws -> QuerySession {
    let session = QuerySession(store: try ReopenedStore.open(file))
    #expect(try session.rows("fetch q select name") == "2")
    return session
  }

  private func message(_ outcome: StatementOutcome) -> String? {
    if case .message(let text) = outcome.answer { text } else { nil }
  }

  @Test func migrationIncludesThem() throws {
    let (asking, deleting, declaring) = (try session(), try session(), try session())
    try migrate()
    #expect(try asking.rows("fetch q select name") == "2")
    #expect(asking.namedQueries.map(\.text) == ["let q = fetch T where total > 2"])
    #expect(
      message(try declaring.told("extend T { z: Int? }"))?.contains("no longer fits") == false
    )
    #expect(message(try deleting.told("delete q where true")) == "1 deleted")
    #expect(try asking.rows("fetch T select name") == "1")
  }

  /// The statement is of the same length.
  @Test func replacedQueryHasItsNewMeaning() throws {
    let session = try session()
    try another("let q = fetch T where n > 0")
    #expect(try session.rows("fetch q select name") == "1\n2")
    #expect(session.namedQueries.map(\.text) == ["let q = fetch T where n > 0"])
    #expect(message(try session.told("let q = fetch T where n > 3")) == "query q replaced")
    #expect(try session.rows("fetch q select name") == "2")
  }

  @Test func droppedQueryIsGone() throws {
    let session = try session()
    try another(".queries drop q")
    #expect(throws: SessionError.self) { try session.told("count q") }
    #expect(session.namedQueries.isEmpty)
    try another("let q = fetch T where n < 2")
    #expect(try session.rows("fetch q select name") == "1")
  }

  /// A store that is open reads the texts again whoever has written them, and only then.
  @Test func storeHasTheSavedState() throws {
    let (mine, theirs) = (try ReopenedStore.open(file), try ReopenedStore.open(file))
    let first = "let q = fetch T where n > 2"
    #expect(try mine.savedQueries() == [first])
    try theirs.changeSavedQueries { $0 + ["second"] }
    #expect(try mine.savedQueries() == [first, "second"])
    try mine.changeSavedQueries { Array($0.dropFirst()) }
    #expect(try mine.savedQueries() == ["second"] && theirs.savedQueries() == ["second"])
  }

  /// While models and queries go to and fro, a query is never asked with the models of another moment.
  @Test func modelsAndQueriesAreOfOneSnapshot() async throws {
    let session = try session()
    let path = file
    let other = Task {
      for number in 1...20 {
        let (old, new) = number.isMultiple(of: 2) ? ("m", "n") : ("n", "m")
        let writer = QuerySession(store: try ReopenedStore.open(path))
        _ = try writer.told(
          "version \(number) { model T { name: String unique, \(new): Int = 0 was \(old) } }"
        )
        _ = try writer.told("migrate \(number)")
        writer.store.close()
      }
    }
    for _ in 0..<300 {
      #expect(session.namedQueries.map(\.fault) == [nil])
    }
    try await other.value
    #expect(try session.rows("fetch q select name") == "2")
  }
}
