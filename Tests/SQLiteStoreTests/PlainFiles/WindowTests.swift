import Foundation
import TestSupport
import Testing

/// Compares windows and limits of groups with those of SQLite.
@Suite struct WindowTests {
  /// Pairs of windows. Where the order of equal keys matters, SQLite sorts them by `id`.
  private static let windows = [
    ("rank() over (group by g sort k)", "rank() OVER (PARTITION BY g ORDER BY k)"),
    (
      "denseRank() over (group by g sort k desc)",
      "dense_rank() OVER (PARTITION BY g ORDER BY k DESC)"
    ),
    ("rowNumber() over (group by g sort k)", "row_number() OVER (PARTITION BY g ORDER BY k, id)"),
    ("percentRank() over (sort k)", "percent_rank() OVER (ORDER BY k)"),
    ("ntile(3) over (group by g sort k)", "ntile(3) OVER (PARTITION BY g ORDER BY k, id)"),
    ("lag(x) over (group by g sort k)", "lag(x) OVER (PARTITION BY g ORDER BY k, id)"),
    ("lead(x, 2, -1) over (sort k desc)", "lead(x, 2, -1) OVER (ORDER BY k DESC, id)"),
    ("sum(x) over (group by g)", "coalesce(sum(x) OVER (PARTITION BY g), 0)"),
    ("sum(x) over (group by g sort k)", "coalesce(sum(x) OVER (PARTITION BY g ORDER BY k), 0)"),
    ("avg(x) over (sort k)", "avg(x) OVER (ORDER BY k)"),
    ("count() over (sort k)", "count(*) OVER (ORDER BY k)"),
    ("count(x) over (group by g sort k desc)", "count(x) OVER (PARTITION BY g ORDER BY k DESC)"),
    (
      "sum(x where x > 3) over (group by g sort k)",
      "coalesce(sum(x) FILTER (WHERE x > 3) OVER (PARTITION BY g ORDER BY k), 0)"
    ),
    (
      "min(x) over (group by g sort k rows 2 before 1 after)",
      "min(x) OVER (PARTITION BY g ORDER BY k, id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)"
    ),
    (
      "max(x) over (sort k rows all before)",
      "max(x) OVER (ORDER BY k, id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
    ),
    (
      "count(x) over (sort k rows 3 after)",
      "count(x) OVER (ORDER BY k, id ROWS BETWEEN CURRENT ROW AND 3 FOLLOWING)"
    ),
    (
      "count() over (group by g sort k range 3 before 2 after)",
      "count(*) OVER (PARTITION BY g ORDER BY k RANGE BETWEEN 3 PRECEDING AND 2 FOLLOWING)"
    ),
    (
      "sum(x) over (sort k desc range 2 before)",
      "coalesce(sum(x) OVER (ORDER BY k DESC RANGE BETWEEN 2 PRECEDING AND CURRENT ROW), 0)"
    ),
    (
      "count() over (sort k range all before 1 after)",
      "count(*) OVER (ORDER BY k RANGE BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING)"
    ),
    (
      "count() over (sort k nulls last range all before 0 after)",
      "count(*) OVER (ORDER BY k NULLS LAST RANGE BETWEEN UNBOUNDED PRECEDING AND 0 FOLLOWING)"
    ),
    (
      "count(x) over (sort k nulls last range 1 before all after)",
      "count(x) OVER (ORDER BY k NULLS LAST RANGE BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING)"
    ),
    (
      "sum(x) over (group by g sort k rows 3 before)",
      "coalesce(sum(x) OVER (PARTITION BY g ORDER BY k, id ROWS 3 PRECEDING), 0)"
    ),
    (
      "sum(x) over (sort k rows all after)",
      "coalesce(sum(x) OVER (ORDER BY k, id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), 0)"
    ),
    (
      "avg(x) over (sort k rows 4 before 2 after)",
      "avg(x) OVER (ORDER BY k, id ROWS BETWEEN 4 PRECEDING AND 2 FOLLOWING)"
    ),
    (
      "max(x) over (sort k desc range 2 before 1 after)",
      "max(x) OVER (ORDER BY k DESC RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING)"
    ),
    (
      "median(x) over (group by g)",
      """
      (SELECT avg(y) FROM (
        SELECT x AS y, row_number() OVER (ORDER BY x) AS r, count(*) OVER () AS c
        FROM T AS U WHERE x IS NOT NULL AND U.g IS T.g
      ) WHERE r IN ((c + 1) / 2, (c + 2) / 2))
      """
    ),
    (
      "median(x) over (sort k, id rows 3 before)",
      """
      (SELECT avg(y) FROM (
        SELECT x AS y, row_number() OVER (ORDER BY x) AS r, count(*) OVER () AS c FROM (
          SELECT x FROM T AS U WHERE (U.k IS NULL AND T.k IS NOT NULL) OR U.k < T.k
            OR (U.k IS T.k AND U.id <= T.id)
          ORDER BY k DESC, id DESC LIMIT 4
        ) WHERE x IS NOT NULL
      ) WHERE r IN ((c + 1) / 2, (c + 2) / 2))
      """
    ),
    (
      "count(distinct x) over (sort k, id rows 3 before)",
      """
      (SELECT count(DISTINCT x) FROM (
        SELECT x FROM T AS U WHERE (U.k IS NULL AND T.k IS NOT NULL) OR U.k < T.k
          OR (U.k IS T.k AND U.id <= T.id)
        ORDER BY k DESC, id DESC LIMIT 4
      ))
      """
    ),
    (
      "variance(x) over (sort k, id rows 30 before)",
      """
      (sum(x * x) OVER w - 1.0 * sum(x) OVER w * sum(x) OVER w / count(x) OVER w)
      / nullif(count(x) OVER w - 1, 0)@WINDOW w AS (ORDER BY k, id ROWS 30 PRECEDING)
      """
    ),
    (
      "correlation(x, k) over (group by g sort id rows 40 before)",
      """
      (count(x + k) OVER w * sum(1.0 * x * k) OVER w
        - sum(x + 0 * k) OVER w * sum(k + 0 * x) OVER w)
      / nullif(sqrt(
          (count(x + k) OVER w * sum(1.0 * x * x + 0 * k) OVER w - pow(sum(x + 0 * k) OVER w, 2))
          * (count(x + k) OVER w * sum(1.0 * k * k + 0 * x) OVER w - pow(sum(k + 0 * x) OVER w, 2))
        ), 0)@WINDOW w AS (PARTITION BY g ORDER BY id ROWS 40 PRECEDING)
      """
    ),
    (
      "mode(x) over (group by g)",
      """
      (SELECT x FROM T AS U WHERE x IS NOT NULL AND U.g IS T.g
        GROUP BY x ORDER BY count(*) DESC, x LIMIT 1)
      """
    ),
    (
      "mode(x) over (sort id rows 20 before)",
      """
      (SELECT x FROM T AS U WHERE x IS NOT NULL AND U.id BETWEEN T.id - 20 AND T.id
        GROUP BY x ORDER BY count(*) DESC, x LIMIT 1)
      """
    ),
    (
      "first(x) over (group by g sort k rows 1 before all after)",
      "first_value(x) OVER (PARTITION BY g ORDER BY k, id ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING)"
    ),
  ]

  /// A table of random rows with nils and equal keys.
  private static func console(_ random: inout SeededRandom) throws -> PlainConsole {
    let count = random.pick([0, 1, 7, 60, 200])
    let rows = (0..<count).map { row in
      let values =
        [random.pick(["'a'", "'b'", "'c'", "NULL"])]
        + (0..<2).map { _ in
          Int.random(in: 0..<5, using: &random) == 0
            ? "NULL" : "\(Int.random(in: -5...9, using: &random))"
        }
      return "INSERT INTO T VALUES (\(row + 1), \(values.joined(separator: ", ")));"
    }
    return try PlainConsole(
      "CREATE TABLE T (id INTEGER PRIMARY KEY, g TEXT, k INTEGER, x INTEGER);"
        + rows.joined()
    )
  }

  /// The numbers of rows; nil for NULL. Texts are left out.
  private static func cells(_ text: String) -> [[Double?]] {
    text.isEmpty
      ? []
      : text.components(separatedBy: " | ").map { $0.components(separatedBy: ",").map(Double.init) }
  }

  @Test func windowsAreThoseOfSQLite() throws {
    var random = SeededRandom(seed: 61)
    for _ in 0..<fuzzCount(12) {
      let console = try Self.console(&random)
      for (window, sql) in Self.windows {
        let found = console.answer("fetch T select id, \(window) as value sort id")
        let parts = sql.components(separatedBy: "@")
        let expected = try console.sql(
          "SELECT id, \(parts[0]) FROM T \(parts.dropFirst().joined()) ORDER BY id"
        )
        let rows = Self.cells(found).dropFirst()
        #expect(Self.areEqual(Array(rows), Self.cells(expected)), "\(window): \(found) \(expected)")
      }
    }
  }

  @Test func limitsOfGroupsAreRowNumbers() throws {
    var random = SeededRandom(seed: 62)
    for _ in 0..<fuzzCount(12) {
      let console = try Self.console(&random)
      for (limit, offset) in [(1, 0), (2, 1), (3, 0)] {
        let found = console.answer(
          "fetch T select id, k sort k desc limit \(limit) per g offset \(offset)"
        )
        let expected = try console.sql(
          """
          SELECT id, k FROM (
            SELECT id, k, row_number() OVER (PARTITION BY g ORDER BY k DESC, id) AS r FROM T
          ) WHERE r > \(offset) AND r <= \(offset + limit) ORDER BY k DESC, id
          """
        )
        let rows = Array(Self.cells(found).dropFirst())
        #expect(Self.areEqual(rows, Self.cells(expected)), "\(found) \(expected)")
      }
    }
  }

  private static func areEqual(_ left: [[Double?]], _ right: [[Double?]]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { first, second in
      first.count == second.count
        && zip(first, second).allSatisfy { a, b in
          guard let a, let b else { return a == nil && b == nil }
          return abs(a - b) < 1e-9
        }
    }
  }
}
