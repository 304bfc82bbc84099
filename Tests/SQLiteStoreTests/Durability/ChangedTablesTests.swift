import GRDB
import TestSupport
import Testing

/// Native stores whose tables another program has changed.
@Suite struct ChangedTablesTests {
  /// A store with one model and a saved query, after `sql` ran on it.
  private func changed(_ sql: String, _ statements: String...) throws -> BuiltCommand.Result {
    let folder = try TemporaryFolder()
    let path = folder.file("a.store")
    let made = try BuiltCommand.run(
      path,
      statements: [
        "model A { n: Int, t: String = \"x\" }", "insert A [{ n: 1 }, { n: 2 }]",
        "let few = fetch A where n < 2",
      ]
    )
    #expect(made.status == 0, "\(made)")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    return try BuiltCommand.run(path, statements: statements)
  }

  @Test(arguments: ["martlet_store", "martlet_models", "martlet_numbers"])
  func missingTablesAreReported(table: String) throws {
    let found = try changed("DROP TABLE \(table)", "insert A n: 7")
    #expect(found.status != 0)
    #expect(found.errors.contains("no such table: \(table)"), "\(found)")
    let read = try changed("DROP TABLE \(table); PRAGMA application_id = 0", "count A")
    #expect(read.output == "2\n", "\(read)")
  }

  @Test func missingColumnsAreReported() throws {
    let column = try changed("ALTER TABLE A DROP COLUMN t", "fetch A select n", "fetch A")
    #expect(column.status == 1)
    #expect(column.output.contains("│ 2 │"))
    #expect(column.errors.contains("no such column: t.t"))
    let table = try changed("DROP TABLE A", "count A")
    #expect(table.errors.contains("no such table: A"))
  }
}
