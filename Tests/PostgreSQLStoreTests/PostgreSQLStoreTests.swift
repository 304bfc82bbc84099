import PostgreSQLFixtures
import SQLGeneration
import Storage
import TestSupport
import Testing

@testable import PostgreSQLStore

@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct PostgreSQLStoreTests {
  /// What statements write to standard output; fails if one of them does.
  private func answer(_ statements: String..., mode: String = "csv") throws -> String {
    let server = try #require(PrivateServer.shared)
    let result = try BuiltCommand.run(
      [server.address("shop"), "-m", mode] + statements.flatMap { ["-c", $0] }
    )
    #expect(result.status == 0, "\(statements): \(result.errors)")
    return result.output
  }

  @Test func tablesAreModels() throws {
    let schema = try answer(".schema Customer", ".schema Order_line", mode: "table")
    for part in [
      "mail: String? unique", "balance: Decimal?", "since: Date?", "token: UUID?",
      "tags: [String]?",
      "photo: Data?", "active: Bool = true", "country: country? inverse customers",
      "orders: [orders] cascade inverse customer", "People who buy.",
    ] {
      #expect(schema.contains(part), "\(part) is not in \(schema)")
    }
  }

  /// Answers of the server equal those of a copy in memory.
  @Test(arguments: Statements.all)
  func answersEqualMemory(statement: String) throws {
    let own = try answer(statement)
    let copied = try answer(".open :memory: as m", "copy all from shop", statement)
    #expect(copied.hasSuffix(own), "\(statement): \(own) but \(copied)")
  }

  @Test func filtersAndGroupsRunOnTheServer() throws {
    let filter = try answer("explain fetch customer where mail == 'c7@x.org'", mode: "table")
    #expect(filter.contains("t0.\"mail\" = $1"), "\(filter)")
    let groups = try answer(
      "explain fetch orders group by state select count(), max(placed)",
      mode: "table"
    )
    #expect(groups.contains("GROUP BY 1"), "\(groups)")
  }

  @Test func passwordsAreNotShown() throws {
    let address = "postgres://eve:s3cret@127.0.0.1:1/shop?password=s3cret&connect_timeout=2"
    #expect(ServerAddress(address)?.shown == "postgres://eve@127.0.0.1:1/shop?connect_timeout=2")
    let result = try BuiltCommand.run(address, "-c", "count shop")
    #expect(result.status == 3)
    #expect(result.errors.contains("cannot open \"postgres://eve@127.0.0.1:1/shop"))
    #expect(!result.errors.contains("s3cret"))
  }

  @Test func passwordsAreNotShownWithUpperCaseSchemes() throws {
    let address = "POSTGRES://eve:s3cret@127.0.0.1:1/shop?connect_timeout=2"
    #expect(PostgreSQLStore.isAddress(address))
    #expect(
      PostgreSQLStore.withoutPassword(address)
        == "postgres://eve@127.0.0.1:1/shop?connect_timeout=2"
    )
    let result = try BuiltCommand.run(address, "-c", "count shop")
    #expect(result.status == 3 && result.errors.contains("refused"), "\(result.errors)")
    #expect(!result.errors.contains("s3cret"))
  }

  /// A setting of the user or the database outranks the wish to write.
  @Test func readOnlySettingsAreRespected() throws {
    let server = try #require(PrivateServer.shared)
    let address = try server.addressOfNewShop()
    let readOnly = address + "&options=-cdefault_transaction_read_only%3Don"
    let result = try BuiltCommand.run(
      readOnly,
      "-m",
      "csv",
      "-c",
      "count label",
      "-c",
      "update label#1 set name = 'x'"
    )
    #expect(result.output == "count()\n3\n" || result.output.contains("3"), "\(result.output)")
    #expect(result.errors.contains("the server lets this session only read"), "\(result.errors)")
    #expect(result.errors.contains("it is read-only"))
    let store = try PrivateServer.open(readOnly)
    #expect(store.isReadOnly)
    #expect(try !PrivateServer.open(address).isReadOnly)
  }

  /// Somebody ends connections that wait in the pool: the next read opens another.
  @Test func killedConnectionsAreReplaced() throws {
    let server = try #require(PrivateServer.shared)
    let store = try PrivateServer.open(server.address("shop") + "&application_name=idle")
    let counts = try (0..<3).map { _ in
      server.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'idle'"
      )
      return try #require(try store.snapshot() as? ServerSnapshot).count(of: "label")
    }
    #expect(counts == [3, 3, 3])
  }

  @Test func questionMarksInNamesAreNotParameters() {
    let sql = "\"a?\" = " + SQLFragment.binding(.integer(1)) + " AND '?' <> ?"
    #expect(sql.numberedText == "\"a?\" = $1 AND '?' <> $2")
  }
}

/// Statements whose answers do not depend on identities.
enum Statements {
  static let all = [
    "count customer", "fetch customer select name, mail, balance, rating, since, seen limit 50",
    "fetch customer where balance > 20 and active select name, balance",
    "fetch customer where name contains 'Carl' select name", "count customer where rating == nil",
    "fetch customer where name ~ 'eva' select name", "fetch customer sort name select name",
    "fetch customer sort name using lexical limit 5 select name",
    "fetch customer sort balance desc limit 3 select name, balance",
    "fetch customer sort balance limit 9 select name, balance",
    "count customer where seen > date(2024, 1, 2)",
    "fetch customer where country.name == 'Japan' select name, country.name",
    "fetch customer where count(orders) > 8 select name, count(orders)",
    "fetch customer where any(orders where total > 240) select name",
    "fetch orders group by state select state, count(), min(total), max(placed) sort state",
    "fetch orders group by customer.country.name select customer.country.name as c, sum(total) as s",
    "fetch orders where state == shipped sort placed desc limit 4 select state, placed, total",
    "fetch orders where state in [new, paid] and total < 10 select total",
    "fetch order_line group by sku.title select sku.title as t, sum(quantity) as q sort t limit 5",
    "fetch order_line where order.customer.country.name == nil select line, quantity limit 7",
    "fetch product where price == nil or stock > 150 select title, price, stock",
    "fetch product where count(order_lines) >= 30 select title",
    "fetch country select code, name, count(customers)",
    "fetch label where count(orders) > 0 select name, count(orders)",
    "fetch orders where any(labels where name == 'gift') limit 3 select total",
    "fetch note sort stars select text, stars", "count note where stars > 1",
    "fetch big_spender sort spent desc limit 3 select name, spent", "count audit_events",
    "fetch customer where tags != nil limit 2 select tags, extra, photo, token",
    "fetch customer where token == \"00000000-0000-4000-8000-000000000007\" select name",
  ]
}
