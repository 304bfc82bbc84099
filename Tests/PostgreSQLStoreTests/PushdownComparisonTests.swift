import Features
import MemoryStore
import PostgreSQLFixtures
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Random statements whose work the server does: calculations, functions, conditions of groups,
/// distinct rows, aggregates of related records. Answers and errors must equal those of the same records in memory.
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
    for _ in 0..<250 {
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
      // Records in memory have numbers.
      return "error: \(error)".replacing("owner#(\"k", with: "owner#").replacing("\")", with: "")
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
      ("fetch owner where name == 'name1' and sum(measures.i) > 3", "LEFT JOIN (SELECT k0, "),
      ("fetch land where sum(owners.measures.i) > 3", "AS k0, t2.\"i\" AS v FROM"),
      ("fetch measure group by year(day) select year(day), count()", "extract(year FROM"),
      ("fetch measure group by startOf(month, zone) select count()", "date_trunc('month', ("),
      ("fetch measure group by bin(at, 1 week) select count()", "date_trunc('week', "),
      ("fetch measure group by bin(i, 10) select bin(i, 10), count()", " % 10 + 10) % 10"),
      ("fetch measure where days(day, at) > 3 sort round(a) limit 2", "extract(day FROM ("),
      ("fetch measure where endOf(year, at) > 2024-06-01", "interval '1 microsecond'"),
      ("fetch measure where max(i, j) == abs(i)", "greatest("),
      ("fetch measure where String(i) == '7'", "::text COLLATE \"C\""),
      ("fetch measure where length(s) > 1", "octet_length("),
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
      ("9007199254740992", "9007199254740992.0"),
    ]
    let ints = ["0", "1", "-1", "2", "7", "-13", "2147483647", "-2147483648", "NULL", "40"]
    let longs = [
      "0", "3", "-5", "9223372036854775807", "-9223372036854775807", "NULL", "12", "1",
      "9007199254740993",
    ]
    let decimals = ["0", "1.25", "-3.5", "99999999.99", "NULL", "0.01", "12"]
    let names = [
      "a", "b", "Äb", "b ", "", "a", " B", "+7", "-12", "99999999999999999999", "Ab\u{301}",
    ]
    let dates = [
      ("'2024-02-29'", "2024-02-29"), ("'1999-12-31'", "1999-12-31"), ("NULL", "nil"),
      ("'2027-01-01'", "2027-01-01"), ("'1900-03-01'", "1900-03-01"), ("'infinity'", "nil"),
      ("'0001-01-01'", "0001-01-01"),
    ]
    let times = [
      ("'2024-02-29 23:59:59.999999'", "2024-02-29T23:59:59.999999Z"), ("NULL", "nil"),
      ("'1969-12-31 23:59:59.5'", "1969-12-31T23:59:59.5Z"), ("'-infinity'", "nil"),
      ("'2024-03-01'", "2024-03-01"), ("'1582-10-10 12:30'", "1582-10-10T12:30:00Z"),
      ("'2026-07-05 01:00'", "2026-07-05T01:00:00Z"), ("'9999-12-31'", "9999-12-31"),
    ]
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
      let (day, at, zone) = (random.pick(dates), random.pick(times), random.pick(times))
      let owner = random.chance(10) ? nil : Int.random(in: 1...6, using: &random)
      rows.append(
        "(\(number), \(a.sql), \(b.sql), \(i), \(j), \(d), '\(s)',"
          + " \(owner.map { "'k\($0)'" } ?? "NULL"), \(day.0), \(at.0), \(zone.0))"
      )
      let values = [a.own, b.own, i, j, d].map { $0 == "NULL" ? "nil" : $0 }
      inserts.append(
        "insert measure { id: \(number), day: \(day.1), at: \(at.1), zone: \(zone.1),"
          + " a: \(values[0]), b: \(values[1]), i: \(values[2]),"
          + " j: \(values[3]), d: \(values[4]), s: '\(s)', owner: \(owner.map { "owner#\($0)" } ?? "nil") }"
      )
    }
    sql = """
      CREATE TABLE land (id int PRIMARY KEY); INSERT INTO land VALUES (0), (1), (2);
      CREATE TABLE owner (key text PRIMARY KEY, name text, land int REFERENCES land);
      CREATE TABLE measure (id int PRIMARY KEY, a float8, b float8, i int4, j int8, d numeric(12, 2), s text,
        owner text REFERENCES owner, day date, at timestamp, zone timestamptz);
      SET TimeZone = 'UTC';
      INSERT INTO owner SELECT 'k' || i, 'name' || i % 4, i % 2 FROM generate_series(1, 6) i;
      INSERT INTO measure VALUES \(rows.joined(separator: ", "));
      """
    statements =
      [
        "model land { id: Int unique, owners: [owner] inverse land }",
        "model owner { key: String unique, name: String?, land: land? inverse owners,"
          + " measures: [measure] inverse owner }",
        "model measure { id: Int unique, a: Double?, b: Double?, i: Int?, j: Int?, d: Decimal?,"
          + " s: String?, day: Date?, at: Date?, zone: Date?, owner: owner? inverse measures }",
      ]
      + (0..<3).map { "insert land { id: \($0) }" }
      + (1...6).map {
        "insert owner { key: 'k\($0)', name: 'name\($0 % 4)', land: land#\($0 % 2 + 1) }"
      } + inserts
  }
}

private struct StatementGenerator {
  let statement: String

  init(_ random: inout SeededRandom) {
    func pick(_ all: [String]) -> String { random.pick(all) }
    func double() -> String {
      pick([
        "a", "b", "a * b", "a + b", "a - b", "a / b", "-a", "a * 2.5", "(a + b) * a", "i * a",
        "a + i", "b / i", "a * b / a", "round(a)", "floor(b)", "ceil(a)", "sqrt(b)", "min(a, b)",
        "max(a, 0.5)", "Double(j)", "Double(d)", "round(a * b)",
      ])
    }
    func int() -> String {
      pick([
        "i", "j", "i + j", "i * j", "i - 3", "-j", "i / j", "j % i", "i * i", "(i + 1) * 2",
        "j / 2", "abs(i)", "abs(j)", "sign(a)", "sign(d)", "Int(a)", "Int(d)", "Int(s)",
        "bin(i, 10)",
        "bin(j, 7)", "max(i, j)", "min(j, 3)", "\(part())(\(date()))", difference(),
      ])
    }
    func date() -> String { pick(["day", "at", "zone"]) }
    func part() -> String {
      pick([
        "year", "quarter", "month", "week", "day", "weekday", "hour", "minute", "second", "isoYear",
        "dayOfYear",
      ])
    }
    func difference() -> String {
      pick(["days", "weeks", "hours", "minutes", "seconds"])
        + "(\(date()), \(pick([date(), "2024-03-01T12:00:00Z"])))"
    }
    func bound() -> String {
      let unit = pick(["year", "quarter", "month", "week", "day", "hour", "minute"])
      return pick(["startOf", "startOf", "endOf"]) + "(\(unit), \(date()))"
    }
    func number() -> String { random.chance(50) ? double() : int() }
    func condition() -> String {
      let sign = pick(["<", ">", "==", "!=", "<=", ">="])
      return pick([
        "\(number()) \(sign) \(pick(["0", "1", "-2", "3"]))", "\(int()) in [1, 2, -1]",
        "\(double()) \(sign) \(double())", "\(number()) == nil", "not \(int()) > 0", "s == 'b'",
        "\(int()) \(sign) \(double())",
        "\(number()) \(sign) \(pick(["0.5", "9007199254740992.0"]))",
        "i > 0", "owner.name == 'name1'", "\(bound()) \(sign) 2024-03-01", "length(s) \(sign) 2",
        "\(pick(["lower", "upper", "trim", "reversed"]))(s) \(pick(["==", "!="])) \(pick(["'b'", "'B'", "'a'"]))",
        "prefix(s, 1) == 'b'", "suffix(s, 1) \(sign) 'a'", "replace(s, 'b', 'a') == 'a'",
        "String(i) == '7'", "round(d, 1) \(sign) Decimal(i)", "abs(d) \(sign) floor(d)",
        "bin(\(date()), \(pick(["1 week", "1 month", "3 months", "1 day"]))) \(sign) 2024-02-01",
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
        "fetch measure\(filter()) group by \(pick(["s", "i", "owner.name", "year(zone)", bound(), "bin(i, 10)"]))"
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
      case 8 where random.chance(30):
        "fetch land where \(member.replacing("measures", with: "owners.measures")) \(sign) 2 select id"
      case 8: "fetch owner where \(member) \(sign) \(pick(["0", "2", "10"])) select key"
      default: "fetch measure\(filter()) group by owner select owner.key as k, \(aggregate) as x"
      }
  }
}
