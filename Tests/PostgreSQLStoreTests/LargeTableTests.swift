import Features
import Model
import PostgreSQLFixtures
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// A table that several connections read in parts, by COPY.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct LargeTableTests {
  /// The numbers have gaps, and the rows are not stored in their order.
  private static let script = """
    CREATE TABLE item (id bigint PRIMARY KEY, name text, size float8, note text);
    INSERT INTO item SELECT 2 * i - 1000, 'n' || i % 1000, CASE WHEN i = 7 THEN 1e300 ELSE i END,
      CASE WHEN i % 3 = 0 THEN NULL ELSE 'x' END
      FROM (SELECT i FROM generate_series(1, 330000) i ORDER BY i % 7, i) AS numbers;
    ANALYZE item;
    """

  /// Whether the table was created, once for all tests.
  private static let isCreated =
    PrivateServer.shared.map { server in
      server.execute("CREATE DATABASE large", in: "postgres") == 0
        && server.execute(script, in: "large") == 0
    } ?? false

  private func session() throws -> QuerySession {
    let server = try #require(PrivateServer.shared)
    try #require(Self.isCreated)
    let session = QuerySession(store: try PrivateServer.open(server.address("large")))
    session.readsAllRows = true
    return session
  }

  @Test func rowsKeepTheirOrder() throws {
    let rows = try rows("fetch item select id, name, note")
    #expect(rows.rowCount == 330_000)
    let batch = try rows.rows(0..<rows.rowCount)
    for row in stride(from: 0, to: rows.rowCount, by: 997) + [rows.rowCount - 1] {
      let number = row + 1
      #expect(batch.value(row: row, column: 0) == .int(Int64(2 * number - 1000)))
      #expect(batch.value(row: row, column: 1) == .string("n\(number % 1000)"))
      #expect(batch.value(row: row, column: 2) == (number % 3 == 0 ? .null : .string("x")))
    }
  }

  @Test func sortedRowsHaveTheirColumns() throws {
    let rows = try rows("fetch item where id > 0 select id, name sort name desc, id")
    let batch = try rows.rows(0..<rows.rowCount)
    #expect(rows.rowCount == 329_500)
    #expect(batch.value(row: 0, column: 0) == .int(2 * 999 - 1000))
    #expect(batch.value(row: 0, column: 1) == .string("n999"))
    #expect(batch.value(row: rows.rowCount - 1, column: 1) == .string("n0"))
  }

  /// The server cannot add 1e300 exactly, so Martlet reads the column, after an error.
  @Test func refusedTotalsAreComputedFromTheRows() throws {
    let found = try rows("fetch item group by note select note, max(size), sum(size)")
    let batch = try found.rows(0..<found.rowCount)
    let groups = Set((0..<2).map { row in (0..<3).map { batch.value(row: row, column: $0) } })
    #expect(
      groups == [
        [.null, .double(330_000), .double(18_150_165_000)],
        [.string("x"), .double(1e300), .double(1e300)],
      ]
    )
  }

  private func rows(_ statement: String) throws -> any ResultRows {
    guard case .rows(let rows) = try session().told(statement).answer else { throw NoRows() }
    return rows
  }

  private struct NoRows: Error {}
}
