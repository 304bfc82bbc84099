import PostgreSQLFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Tables with hash partitions on three other servers.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct ShardTests {
  private static let budgets = "id int8 NOT NULL, name text NOT NULL, spending float8"
  private static let expenses =
    "id int8 NOT NULL, budget int8 NOT NULL, amount float8, quantity int, state text"

  /// The server in front; nil if one did not start.
  private static let front: PrivateServer? = {
    guard let front = PrivateServer.shared else { return nil }
    var sql = """
      CREATE EXTENSION postgres_fdw;
      CREATE TABLE budget (\(budgets)) PARTITION BY HASH (id);
      CREATE TABLE expense (\(expenses)) PARTITION BY HASH (budget);
      COMMENT ON TABLE budget IS E'Money for something.\n@primaryKey id';
      COMMENT ON TABLE expense IS E'@primaryKey id\n@foreignKey (budget) references budget (id)';
      """
    for shard in 0..<3 {
      guard let server = PrivateServer(named: "shard\(shard)"),
        server.execute(
          "CREATE TABLE budget (\(budgets), PRIMARY KEY (id));"
            + "CREATE TABLE expense (\(expenses), PRIMARY KEY (id)); CREATE INDEX ON expense (budget)",
          in: "postgres"
        ) == 0
      else { return nil }
      sql += """
        CREATE SERVER shard\(shard) FOREIGN DATA WRAPPER postgres_fdw OPTIONS
          (host '\(server.folder)', dbname 'postgres', async_capable 'true');
        CREATE USER MAPPING FOR postgres SERVER shard\(shard) OPTIONS (user 'postgres');
        CREATE FOREIGN TABLE budget\(shard) PARTITION OF budget
          FOR VALUES WITH (MODULUS 3, REMAINDER \(shard)) SERVER shard\(shard) OPTIONS (table_name 'budget');
        CREATE FOREIGN TABLE expense\(shard) PARTITION OF expense
          FOR VALUES WITH (MODULUS 3, REMAINDER \(shard)) SERVER shard\(shard) OPTIONS (table_name 'expense');
        """
    }
    sql += """
      INSERT INTO budget SELECT i, 'Budget ' || i, CASE WHEN i % 7 = 0 THEN NULL ELSE i * 10.1 END
        FROM generate_series(1, 200) i;
      INSERT INTO expense SELECT i, i * 7919 % 200 + 1, i * 104729 % 1009 / 7.0, i % 5, 's' || i % 4
        FROM generate_series(1, 5000) i;
      ANALYZE budget; ANALYZE expense;
      """
    guard front.execute("CREATE DATABASE shards", in: "postgres") == 0,
      front.execute(sql, in: "shards") == 0
    else { return nil }
    return front
  }()

  private func answer(_ statements: String..., mode: String = "csv") throws -> String {
    let address = try #require(Self.front).address("shards")
    let result = try BuiltCommand.run(
      [address, "-m", mode] + statements.flatMap { ["-c", $0] }
    )
    #expect(result.status == 0, "\(statements): \(result.errors)")
    return result.output
  }

  @Test(arguments: [
    "count expense", "count expense where amount > 100",
    "fetch expense group by state select state, count(), sum(quantity), avg(amount)",
    "fetch expense group by budget select budget.id, count(), sum(amount), max(quantity) sort budget.id",
    "fetch expense sort amount desc limit 7 select id, amount",
    "fetch budget sort name using lexical limit 5 select name",
    "fetch expense where budget.spending > 1900 sort id select id, budget.name",
    "fetch budget where count(expenses) > 25 select name, count(expenses), sum(expenses.amount)",
    "fetch budget where any(expenses where amount > 143) select name",
    "fetch expense distinct select state sort state", "count expense where budget == nil",
  ])
  func shardsAnswerLikeMemory(statement: String) throws {
    let own = try answer(statement)
    let copied = try answer(".open :memory: as m", "copy all from shards", statement)
    #expect(copied.hasSuffix(own), "\(statement): \(own) but \(copied)")
  }

  @Test func ordersRunOnTheShards() throws {
    let first = try answer("explain fetch expense sort amount desc limit 3", mode: "table")
    #expect(first.contains("Merge Append") && first.contains("Foreign Scan"), "\(first)")
    #expect(!first.contains("Sort Method") && first.contains("LIMIT"), "\(first)")
  }
}
