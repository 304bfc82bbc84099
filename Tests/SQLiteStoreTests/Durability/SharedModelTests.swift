import Features
import Foundation
import Model
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import SQLiteStore

/// Concurrent declarations, saved queries and imports of several processes.
@Suite struct SharedModelTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    file = folder.file("shared.store")
    let result = try BuiltCommand.run(
      file,
      "-c",
      "model A { n: Int unique }",
      "-c",
      "insert A n: 1"
    )
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A session on the file that is overtaken by one that runs these statements, each before another try.
  private func session(
    overtakenAt moment: ConcurrentlyChangedStore.Moment,
    by statements: String...
  ) throws -> QuerySession {
    let path = file
    let others = statements.map { statement in
      { @Sendable () throws -> Void in
        _ = try QuerySession(store: ReopenedStore.open(path)).told(statement)
      }
    }
    return QuerySession(
      store: ConcurrentlyChangedStore(try ReopenedStore.open(file), at: moment, others)
    )
  }

  private func rows(_ text: String) throws -> String {
    try QuerySession(store: ReopenedStore.open(file)).rows(text)
  }

  private func message(_ outcome: StatementOutcome) -> String? {
    if case .message(let text) = outcome.answer { text } else { nil }
  }

  @Test(arguments: [
    ("extend A { mine: Int? }", "extend A { theirs: Int? }"),
    ("extend A { mine: Int = 7 }", "extend A { theirs: Int? }"),
    ("extend A { mine: Int = 7 }", "insert A n: 2"),
    ("model B { a: A? }", "model C { a: A? }"),
    ("model B { a: A? }", "extend A { theirs: Int? }"),
    ("enum Colour { red }", "model C { n: Int }"),
    ("model B { n: Int }", "enum Colour { red }"),
  ])
  func bothDeclarationsHold(mine: String, theirs: String) throws {
    let session = try session(overtakenAt: .applying, by: theirs)
    _ = try session.told(mine)
    // Both are there, and one more statement of either finds them as they are.
    _ = try session.told("extend A { last: Int? }")
    let declared = try ReopenedStore.open(file).schema
    let alone = folder.file("alone.store")
    let other = QuerySession(store: try ReopenedStore.open(alone))
    _ = try other.told("model A { n: Int unique }")
    for statement in [theirs, mine, "extend A { last: Int? }"] where !statement.hasPrefix("insert")
    {
      _ = try other.told(statement)
    }
    #expect(Set(declared.entities.map(\.name)) == Set(other.schema.entities.map(\.name)))
    for entity in other.schema.entities {
      #expect(
        Set(declared.entity(entity.name)?.properties.map(\.name) ?? [])
          == Set(entity.properties.map(\.name))
      )
    }
    #expect(declared.types.map(\.name) == other.schema.types.map(\.name))
  }

  @Test func bothMembersKeepTheirValues() throws {
    let session = try session(
      overtakenAt: .applying,
      by: "extend A { theirs: Int = 5 }",
      "insert A n: 2"
    )
    _ = try session.told("extend A { mine: Int = 7 }")
    #expect(try rows("fetch A select n, mine, theirs sort n") == "1,7,5\n2,7,5")
  }

  @Test func bothQueriesAreKept() throws {
    let session = try session(
      overtakenAt: .keeping,
      by: "let A.theirs = fetch A where n > 0",
      "let A.mine = fetch A where n > 9"
    )
    _ = try session.told("let A.mine = fetch A where n > 1")
    #expect(
      try ReopenedStore.open(file).savedQueries() == [
        "let A.theirs = fetch A where n > 0", "let A.mine = fetch A where n > 1",
      ]
    )
    let news = message(try session.told("let A.mine = fetch A where n > 2"))
    #expect(news == "query A.mine replaced")
    #expect(try ReopenedStore.open(file).savedQueries().count == 2)
  }

  /// What another process has taken is not said to be of the file.
  @Test func importNamesTheRecordWithTheKey() throws {
    let path = try folder.write("n\n8\n9\n", to: "A.csv")
    let session = try session(overtakenAt: .numbering, by: "insert A [ { n: 9 }, { n: 10 } ]")
    let error = #expect(throws: SessionError.self) {
      try session.told("import \"\(path)\" into A")
    }
    #expect("\(error as Any)".contains("A.n is unique, and 9 is taken by A#2"), "\(error as Any)")
    #expect(try rows("fetch A sort n") == "1\n9\n10")
  }

  @Test func importUpdatesRecordsOfAnotherSession() throws {
    _ = try QuerySession(store: ReopenedStore.open(file)).told("extend A { t: String? }")
    let path = try folder.write("n,t\n8,mine\n9,mine\n", to: "A.csv")
    let session = try session(overtakenAt: .numbering, by: "insert A n: 9, t: \"theirs\"")
    let news = message(try session.told("import \"\(path)\" into A updating by n"))
    #expect(news?.contains("1 updated") == true, "\(news as Any)")
    #expect(try rows("fetch A sort n") == "1,\n8,mine\n9,mine")
  }

  @Test func importSkipsRecordsOfAnotherSession() throws {
    let path = try folder.write("n\n8\n9\n", to: "A.csv")
    let session = try session(overtakenAt: .numbering, by: "insert A n: 9")
    _ = try session.told("import \"\(path)\" into A skip bad")
    #expect(try rows("fetch A sort n") == "1\n8\n9")
  }

  /// Of two that make the same model the later one adds its records.
  @Test func importAddsToAModelOfAnotherSession() throws {
    let (mine, theirs) = (
      try folder.write("x\n1\n2\n", to: "mine.csv"), try folder.write("x\n3\n", to: "theirs.csv")
    )
    let session = try session(overtakenAt: .applying, by: "import \"\(theirs)\" into B")
    _ = try session.told("import \"\(mine)\" into B")
    #expect(try rows("fetch B sort x") == "1\n2\n3")
  }

  /// Many processes, each declaring again and again: nothing that was acknowledged is lost.
  @Test func manyProcessesDeclareAtOnce() throws {
    let (processes, rounds) = (6, 5)
    for process in 1...processes {
      let lines = (1...rounds).flatMap { round in
        let name = "p\(process)r\(round)"
        return [
          "extend A { \(name): Int? }", "model M\(name) { a: A? }",
          "let A.q\(name) = fetch A where n > \(round)", "insert A n: \(process * 1000 + round)",
        ]
      }
      try folder.write(lines.joined(separator: "\n"), to: "\(process).fetch")
    }
    let all = try BuiltCommand.runShell(
      "seq \(processes) | xargs -P \(processes) -I % '\(BuiltCommand.path)' '\(file)' -f '\(folder.path)/%.fetch'"
    )
    #expect(all.status == 0, "\(all)")
    let store = try ReopenedStore.open(file)
    for process in 1...processes {
      for round in 1...rounds {
        let name = "p\(process)r\(round)"
        #expect(store.schema.entity("A")?.property(name) != nil, "\(name)")
        #expect(store.schema.entity("M\(name)") != nil, "\(name)")
      }
    }
    #expect(try store.savedQueries().count == processes * rounds)
    #expect(try rows("fetch A").split(separator: "\n").count == processes * rounds + 1)
  }

  /// Records, and the message about each process's own, are whole whoever comes first.
  @Test func manyProcessesImportAtOnce() throws {
    let processes = 4
    for process in 1...processes {
      let rows = (0..<50).map { "\(process * 100 + $0)\n" }.joined()
      try folder.write("x\n" + rows, to: "\(process).csv")
    }
    let all = try BuiltCommand.runShell(
      "seq \(processes) | xargs -P \(processes) -I % '\(BuiltCommand.path)' '\(file)'"
        + " -c 'import \"\(folder.path)/%.csv\" into B'"
    )
    #expect(all.status == 0, "\(all)")
    #expect(try rows("fetch B").split(separator: "\n").count == processes * 50)
  }
}
