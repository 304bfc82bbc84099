import Model
import PostgreSQLFixtures
import Storage
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Engines with PostgreSQL's protocol that lack some functions. Renaming these functions hides them
/// in a database.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct OtherEngineTests {
  private func address(hiding function: String) throws -> String {
    let server = try #require(PrivateServer.shared)
    let name = "without_" + function.prefix { $0 != "(" }
    server.execute("DROP DATABASE IF EXISTS \(name)", in: "postgres")
    #expect(server.execute("CREATE DATABASE \(name) TEMPLATE template0", in: "postgres") == 0)
    let status = server.execute("ALTER FUNCTION pg_catalog.\(function) RENAME TO hidden", in: name)
    #expect(status == 0)
    return server.address(name)
  }

  /// Without snapshots for several connections, rows arrive by cursors.
  @Test func rowsArriveByCursors() throws {
    let address = try address(hiding: "pg_export_snapshot()")
    let server = try #require(PrivateServer.shared)
    server.execute(
      "CREATE TABLE number (id int PRIMARY KEY, half float8);"
        + "INSERT INTO number SELECT i, i / 2.0 FROM generate_series(1, 60000) i; ANALYZE number",
      in: "without_pg_export_snapshot"
    )
    let store = try PrivateServer.open(address)
    #expect(!store.connections.mayCopy("number"))
    let result = try BuiltCommand.run(
      address,
      "-m",
      "csv",
      "-c",
      "fetch number select median(half), max(id)"
    )
    #expect(result.output == "median(half),max(id)\n15000.25,60000\n", "\(result.errors)")
  }

  /// Without notifications, native stores ask for changes.
  @Test func changesAreAskedFor() throws {
    let address = try address(hiding: "pg_notify(text, text)") + "&schema=app"
    let watching = try PrivateServer.open(address)
    #expect(!watching.connections.notifies)
    let first = try watching.changeMarks()
    let result = try BuiltCommand.run(
      address,
      "-c",
      "model Budget { name: String unique }",
      "-c",
      "insert Budget { name: 'a' }"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try watching.changeMarks() != first)
    #expect(watching.schema.entity("Budget") != nil)
    let server = try #require(PrivateServer.shared)
    let listens = "SELECT 1 / (count(*) = 0)::int FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    #expect(server.execute(listens + " AND datname = 'without_pg_notify'", in: "postgres") == 0)
  }
}
