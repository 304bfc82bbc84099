import Foundation
import PostgreSQLFixtures
import TestSupport
import Testing

/// Asks every store the same random questions: pivots, totals, intervals, windows and limits of
/// groups. `Scripts/compare-values` compares them with DuckDB.
@Suite struct ExplorationTests {
  private static let models = [
    "model O { s: String }",
    "model T { g: String?, s: String?, k: Int?, x: Double?, d: Date?, o: O? }",
    "insert O [{ s: \"p\" }, { s: \"q\" }, { s: \"p\" }]",
  ]
  private static let keys = ["g", "s", "k % 3", "year(d)", "o.s", "o", "k > 2", "bin(x, 5)"]
  private static let aggregates = [
    "count()", "sum(k)", "avg(x)", "max(s)", "median(x)", "mode(k)", "mode(s)", "min(d)",
    "text(s, \"-\")", "list(k)", "count(distinct s)", "stddev(x)", "percentile(x, 0.9)",
    "sum(k where x > 3)",
  ]
  private static let windows = [
    "rank() over (group by g sort k)", "lag(s) over (sort d)", "sum(x) over (sort k)",
    "avg(x) over (group by g sort k rows 2 before)", "median(x) over (sort k rows 5 before)",
    "percentile(k, 0.25) over (group by s)", "list(s) over (sort k rows 2 before)",
    "list(distinct s limit 2) over (sort k rows 6 before)", "mode(s) over (sort k rows 4 before)",
    "text(distinct g, \",\") over (sort x rows 3 before 2 after)", "max(s) over (group by g)",
    "count(distinct g) over (sort d range 90 days before)",
  ]

  @Test func storesAnswerAlike() throws {
    let kinds = ScriptStores.allCases.filter { $0 != .server || PrivateServer.shared != nil }
    var random = SeededRandom(seed: 71)
    for _ in 0..<fuzzCount(4) {
      let rows = Self.rows(&random)
      let questions = (0..<24).map { _ in Self.question(&random) }
      var expected: [(text: String, fails: Bool)] = []
      for kind in kinds {
        let console = try ScriptConsole(ScriptSettings(), kind)
        for statement in Self.models + [rows] {
          #expect(!console.answer(statement).fails)
        }
        let answers = questions.map { console.answer($0) }
        if kind == .memory { expected = answers }
        for (question, (answer, wanted)) in zip(questions, zip(answers, expected)) {
          #expect(answer.text == wanted.text, "\(kind): \(question)")
          #expect(!answer.fails, "\(kind): \(question): \(answer.text)")
        }
      }
    }
  }

  /// An insert of random rows with nils and ties.
  private static func rows(_ random: inout SeededRandom) -> String {
    func maybe(_ value: String) -> String { random.chance(15) ? "nil" : value }
    let rows = (0..<random.pick([1, 3, 40, 120])).map { row -> String in
      let year = 2020 + Int.random(in: 0..<3, using: &random)
      let day = Int.random(in: 1...28, using: &random)
      let fields = [
        "g: " + maybe(random.pick(["\"a\"", "\"b\"", "\"total\"", "\"g\""])),
        "s: " + maybe(random.pick(["\"Oslo\"", "\"oslo\"", "\"Ålesund\"", "\"nil\"", "\"\""])),
        "k: " + maybe("\(Int.random(in: -5...9, using: &random))"),
        "x: " + maybe("\(Double(Int.random(in: -40...90, using: &random)) / 4)"),
        "d: " + maybe(String(format: "%d-%02d-%02d", year, 1 + row % 12, day)),
        "o: " + maybe("O#\(1 + row % 3)"),
      ]
      return "{ \(fields.joined(separator: ", ")) }"
    }
    return "insert T [\(rows.joined(separator: ", "))]"
  }

  private static func question(_ random: inout SeededRandom) -> String {
    let condition =
      random.chance(30) ? " where \(random.pick(["k > 0", "x != nil", "s ~ \"o\""]))" : ""
    let aggregates = (0..<random.pick([1, 1, 2])).map { _ in random.pick(Self.aggregates) }
    let key = random.pick(keys)
    switch random.pick([0, 0, 1, 2, 3, 4]) {
    case 0:
      let values =
        random.chance(30) ? "s in [\"Oslo\", \"\"]" : random.pick(keys.filter { $0 != key })
      let list = aggregates.joined(separator: ", ")
      return "fetch T\(condition) group by \(key) pivot \(values) select \(list)"
    case 1:
      let other = random.pick(keys.filter { $0 != key })
      let columns = [key, other, "isTotal(\(key))", "isTotal(\(other))"] + aggregates
      let list = columns.joined(separator: ", ")
      return "fetch T\(condition) group by \(key), \(other) with totals select \(list)"
    case 2:
      let bins = random.pick(["bins(k, 4)", "bins(x, 3)", "bin(k, 4)", "bin(x, 2.5)", "bins(d, 5)"])
      let list = ([bins] + aggregates).joined(separator: ", ")
      return "fetch T\(condition) group by \(bins) select \(list)"
    case 3:
      return
        "fetch T\(condition) select k, \(random.pick(windows)) as one, \(random.pick(windows)) as two"
    default:
      return "fetch T\(condition) sort x desc limit 2 per \(key) select s, k, x"
    }
  }
}
