import Features
import MemoryStore
import PostgreSQLFixtures
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Random statements whose work the server does: calculations, conditions of groups, distinct rows,
/// aggregates of related records. Answers and errors must equal those of the same records in memory.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct PushdownComparisonTests {
  @Test(arguments: 0..<fuzzCount(2))
  func answersEqualMemory(seed: Int) throws {
    let server = try #require(PrivateServer.shared)
    var random = SeededRandom(seed: UInt64(seed))
    let data = SampleData(&random)
    let name = "pushdown\(seed)"
    #expect(server.execute("CREATE DATABASE \(name)", in: "postgres") == 0)
    #expect(server.execute(data.sql, in: name) == 0)
    let remote = QuerySession(store: try PrivateServer.open(server.address(name)))
    let local = QuerySession(store: InMemoryStore())
    for statement in data.statements { _ = try local.told(statement) }
    for _ in 0..<150 {
      let statement = StatementGenerator(&random).statement
      let (own, other) = (Self.answer(remote, statement), Self.answer(local, statement))
      #expect(own == other, "\(statement)")
    }
  }

  private static func answer(_ session: QuerySession, _ statement: String) -> String {
    do {
      if statement.hasPrefix("count") {
        guard case .value(let value, _) = try session.told(statement).answer else { return "?" }
        return "\(value)"
      }
      return try session.rows(statement)
    } catch {
      return "error: \(error)"
    }
  }

  /// The server does the work that these tests are about.
  @Test func workRunsOnTheServer() throws {
    let server = try #require(PrivateServer.shared)
    var random = SeededRandom(seed: 1)
    #expect(server.execute("CREATE DATABASE pushdownplan", in: "postgres") == 0)
    #expect(server.execute(SampleData(&random).sql, in: "pushdownplan") == 0)
    func plan(_ statement: String) throws -> String {
      try BuiltCommand.run(server.address("pushdownplan"), "-c", "explain " + statement).output
    }
    let parts = [
      ("fetch measure where a * b > 1 and i + j > 2", "t0.\"a\"::float8 * t0.\"b\"::float8"),
      ("fetch measure sort i * j limit 3", "ORDER BY ((t0.\"i\")::int8 * (t0.\"j\")::int8)"),
      ("fetch measure group by s having count() > 3 select s, count()", "WHERE t1.c1 > $1"),
      ("fetch measure group by s having sum(a) > 3 select s", "::float8 * 2.168"),
      ("fetch measure group by s having avg(a) > 3 select s", "::float8 > $1"),
      ("fetch measure group by s having sum(d) > 3 select s", "sum(abs("),
      ("fetch measure group by s select s, count() as n sort n desc limit 2", "WHERE place <= $1"),
      ("fetch measure group by i select i, avg(a) as x sort x desc limit 2", "LIMIT $1"),
      ("fetch owner sort avg(measures.i) desc limit 2", "round(sum("),
      ("fetch owner where avg(measures.a) > 3", "round(coalesce("),
      ("fetch owner where avg(measures.d) > 3", "strpos(abs("),
      ("fetch owner sort sum(measures.d) desc limit 2", "LEFT JOIN"),
      ("fetch measure select distinct s", "GROUP BY t1.\"s\""),
      ("fetch owner select name, sum(measures.a) as t sort t desc limit 2", "LEFT JOIN"),
      ("fetch owner where sum(measures.i) > 3", "sum"),
      ("fetch measure group by owner select owner.name as n, count()", "GROUP BY 1"),
    ]
    for (statement, part) in parts {
      let text = try plan(statement)
      #expect(text.contains(part), "\(statement): \(text)")
    }
  }
}

/// Records with numbers at the limits of their types.
private struct SampleData {
  let sql: String
  let statements: [String]

  init(_ random: inout SeededRandom) {
    let doubles: [(sql: String, own: String)] = [
      ("0", "0.0"), ("1.5", "1.5"), ("-2.25", "-2.25"), ("0.1", "0.1"), ("1e300", "1e300"),
      ("-1e300", "-1e300"), ("1e-300", "1e-300"), ("3", "3.0"), ("NULL", "nil"), ("'NaN'", "nil"),
      ("7e9", "7e9"), ("-0.3", "-0.3"), ("1e-5", "1e-5"), ("9e18", "9e18"), ("-1e19", "-1e19"),
    ]
    let ints = ["0", "1", "-1", "2", "7", "-13", "2147483647", "-2147483648", "NULL", "40"]
    let longs = ["0", "3", "-5", "9223372036854775807", "-9223372036854775807", "NULL", "12", "1"]
    let decimals = ["0", "1.25", "-3.5", "99999999.99", "NULL", "0.01", "12"]
    let names = ["a", "b", "Äb", "b ", "", "a"]
    // Few have extreme values, so that not all sums and products fail.
    let isCalm = Bool.random(using: &random)
    func pick<Element>(_ all: [Element], calm: [Int]) -> Element {
      isCalm || !random.chance(5) ? all[random.pick(calm)] : random.pick(all)
    }
    var rows: [String] = []
    var inserts: [String] = []
    for number in 1...60 {
      let a = pick(doubles, calm: [0, 1, 2, 3, 7, 8, 9, 11])
      let b = pick(doubles, calm: [0, 1, 2, 3, 7, 8, 11])
      let i = pick(ints, calm: [0, 1, 2, 3, 4, 5, 8, 9])
      let j = pick(longs, calm: [0, 1, 2, 5, 6, 7])
      let d = random.pick(decimals)
      let s = random.pick(names)
      let owner = random.chance(10) ? nil : Int.random(in: 1...6, using: &random)
      rows.append(
        "(\(number), \(a.sql), \(b.sql), \(i), \(j), \(d), '\(s)',"
          + " \(owner.map { "'k\($0)'" } ?? "NULL"))"
      )
      let values = [a.own, b.own, i, j, d].map { $0 == "NULL" ? "nil" : $0 }
      inserts.append(
        "insert measure { id: \(number), a: \(values[0]), b: \(values[1]), i: \(values[2]),"
          + " j: \(values[3]), d: \(values[4]), s: '\(s)', owner: \(owner.map { "owner#\($0)" } ?? "nil") }"
      )
    }
    sql = """
      CREATE TABLE owner (key text PRIMARY KEY, name text);
      CREATE TABLE measure (id int PRIMARY KEY, a float8, b float8, i int4, j int8, d numeric(12, 2), s text,
        owner text REFERENCES owner);
      INSERT INTO owner SELECT 'k' || i, 'name' || i % 4 FROM generate_series(1, 6) i;
      INSERT INTO measure VALUES \(rows.joined(separator: ", "));
      """
    statements =
      [
        "model owner { key: String unique, name: String?, measures: [measure] inverse owner }",
        "model measure { id: Int unique, a: Double?, b: Double?, i: Int?, j: Int?, d: Decimal?,"
          + " s: String?, owner: owner? inverse measures }",
      ]
      + (1...6).map { "insert owner { key: 'k\($0)', name: 'name\($0 % 4)' }" } + inserts
  }
}

private struct StatementGenerator {
  let statement: String

  init(_ random: inout SeededRandom) {
    func pick(_ all: [String]) -> String { random.pick(all) }
    func double() -> String {
      pick([
        "a", "b", "a * b", "a + b", "a - b", "a / b", "-a", "a * 2.5", "(a + b) * a", "i * a",
        "a + i", "b / i", "a * b / a",
      ])
    }
    func int() -> String {
      pick([
        "i", "j", "i + j", "i * j", "i - 3", "-j", "i / j", "j % i", "i * i", "(i + 1) * 2",
        "j / 2",
      ])
    }
    func number() -> String { random.chance(50) ? double() : int() }
    func condition() -> String {
      let sign = pick(["<", ">", "==", "!=", "<=", ">="])
      return pick([
        "\(number()) \(sign) \(pick(["0", "1", "-2", "3"]))", "\(int()) in [1, 2, -1]",
        "\(double()) \(sign) \(double())", "\(number()) == nil", "not \(int()) > 0", "s == 'b'",
        "i > 0", "owner.name == 'name1'",
      ])
    }
    func filter() -> String {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: ""
      case 1: " where \(condition()) and \(condition())"
      default: " where \(condition())"
      }
    }
    let aggregate = pick([
      "count()", "sum(\(double()))", "sum(\(int()))", "avg(\(double()))", "min(\(number()))",
      "max(\(number()))", "sum(a where \(condition()))", "count(i)", "avg(\(int()))", "sum(d)",
      "avg(d)", "avg(a where \(condition()))",
    ])
    let sign = pick(["<", ">", "!=", ">="])
    let member = pick([
      "count(measures)", "sum(measures.a)", "sum(measures.a * measures.b)", "sum(measures.i)",
      "sum(measures.i * measures.j)", "max(measures.a)", "min(measures.i)",
      "sum(measures.a where i > 0)", "count(measures where s == 'b')", "avg(measures.a)",
      "avg(measures.i)", "avg(measures.a where i > 0)", "sum(measures.d)", "avg(measures.d)",
      "avg(measures.j)", "max(measures.d)",
    ])
    statement =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: "count measure\(filter())"
      case 1:
        "fetch measure\(filter()) sort \(number()) \(pick(["", "desc"])) limit \(Int.random(in: 1...9, using: &random))"
          + " select id"
      case 2:
        "fetch measure\(filter()) group by \(pick(["s", "i", "owner.name"]))"
          + " select \(aggregate) as x"
      case 3:
        "fetch measure\(filter()) group by s having \(aggregate) \(sign) \(pick(["0", "1", "5"]))"
          + " select s, \(aggregate) as x"
      case 4:
        "fetch measure\(filter()) select distinct \(pick(["s", "i", "s, i", "a", "owner.name"]))"
      case 5:
        "fetch owner sort \(member) \(pick(["", "desc"])) limit \(Int.random(in: 1...4, using: &random)) select key"
      case 6:
        "fetch measure\(filter()) group by \(pick(["s", "i", "owner.name", "s, i", "d"]))"
          + " select \(aggregate) as x sort \(pick(["x", "count()", "x, count()", "x + 1"]))"
          + " \(pick(["", "desc"])) limit \(Int.random(in: 1...5, using: &random))"
      case 7:
        "fetch measure\(filter()) group by \(pick(["s", "i"])) having \(aggregate) \(sign) 1"
          + " select \(aggregate) as x sort x desc limit 3 offset \(Int.random(in: 0...2, using: &random))"
      case 8: "fetch owner where \(member) \(sign) \(pick(["0", "2", "10"])) select key"
      default: "fetch measure\(filter()) group by owner select owner.key as k, \(aggregate) as x"
      }
  }
}
