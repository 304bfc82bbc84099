import Foundation
import TestSupport
import Testing

/// Quantifiers, counts, lists and shapes as texts against plain Swift over the same numbers.
@Suite struct QuantifierTests {
  /// A budget of the test: its limit, and the amounts of its expenses.
  private struct Budget: Sendable {
    let name: String
    let limit: Int?
    let amounts: [Int?]
  }

  /// A condition as text, with a path or a name in the place of `%`, and what it means.
  private struct Condition: Sendable {
    let text: String
    let holds: @Sendable (Int?, Budget) -> Bool
  }

  private static let conditions = [
    Condition(text: "% > 2") { amount, _ in amount.map { $0 > 2 } ?? false },
    Condition(text: "not % > 2") { amount, _ in !(amount.map { $0 > 2 } ?? false) },
    Condition(text: "% == 3") { amount, _ in amount == 3 },
    Condition(text: "% != 3") { amount, _ in amount != 3 },
    Condition(text: "% == nil") { amount, _ in amount == nil },
    Condition(text: "% is not nil") { amount, _ in amount != nil },
    Condition(text: "% in [1, nil, 4]") { amount, _ in [1, nil, 4].contains(amount) },
    Condition(text: "% not in [1, 4]") { amount, _ in ![1, 4].contains(amount) },
    Condition(text: "% between 2 and 3") { amount, _ in amount.map { 2...3 ~= $0 } ?? false },
    Condition(text: "% in 1..<4") { amount, _ in amount.map { 1..<4 ~= $0 } ?? false },
    Condition(text: "% * 2 > 5") { amount, _ in amount.map { $0 * 2 > 5 } ?? false },
    Condition(text: "% ?? 4 >= 4") { amount, _ in (amount ?? 4) >= 4 },
    Condition(text: "% > b.limit") { amount, budget in
      amount.flatMap { amount in budget.limit.map { amount > $0 } } ?? false
    },
    Condition(text: "b.limit == %") { amount, budget in amount == budget.limit },
    Condition(text: "% == max(b.expenses.amount)") { amount, budget in
      amount == budget.amounts.compactMap { $0 }.max()
    },
  ]

  @Test(arguments: 0..<UInt64(fuzzCount(4)))
  func agreeWithPlainSwift(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let budgets = Self.budgets(&random)
    let console = try Self.console(budgets)
    for condition in Self.conditions {
      // `not any x > 2` negates the quantifier, so a negated condition is asked in parentheses only.
      let isNegated = condition.text.hasPrefix("not ")
      for quantifier in ["any", "all", "none"] {
        let expected = budgets.filter { budget in
          let holds = budget.amounts.map { condition.holds($0, budget) }
          return switch quantifier {
          case "any": holds.contains(true)
          case "all": !holds.contains(false)
          default: !holds.contains(true)
          }
        }.map(\.name)
        let inPath = condition.text.replacing("%", with: "\(quantifier) expenses.amount")
        let inArgument =
          "\(quantifier)("
          + condition.text.replacing("%", with: "expenses.amount") + ")"
        let correlated =
          "\(quantifier)(expenses where "
          + condition.text.replacing("%", with: "amount") + ")"
        for text in (isNegated ? [] : [inPath]) + [inArgument, correlated] {
          #expect(Self.names(where: text, console) == expected, "seed \(seed): \(text)")
        }
      }
    }
  }

  @Test(arguments: 0..<UInt64(fuzzCount(4)))
  func countsAndListsAgree(seed: UInt64) throws {
    var random = SeededRandom(seed: 100 + seed)
    let budgets = Self.budgets(&random)
    let console = try Self.console(budgets)
    for condition in Self.conditions {
      let filter = condition.text.replacing("%", with: "amount")
      let text =
        "fetch Budget as b select count(expenses where \(filter)) as n, "
        + "list(expenses.amount where \(filter)) as l"
      let expected = budgets.map { budget in
        let chosen = budget.amounts.filter { condition.holds($0, budget) }
        let list = chosen.compactMap { $0.map(String.init) }.joined(separator: ",")
        return "\(chosen.count)," + (list.contains(",") ? "\"[\(list)]\"" : "[\(list)]")
      }
      #expect(Self.rows(text, console) == expected, "seed \(seed): \(text)")
    }
  }

  private static func budgets(_ random: inout SeededRandom) -> [Budget] {
    (0..<25).map { index in
      Budget(
        name: "b\(index)",
        limit: random.chance(20) ? nil : Int.random(in: 0...5, using: &random),
        amounts: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          random.chance(25) ? nil : Int.random(in: 0...5, using: &random)
        }
      )
    }
  }

  private static func console(_ budgets: [Budget]) throws -> ScriptConsole {
    let console = try ScriptConsole(mode: .csv, demo: false)
    let records = budgets.map { budget in
      let expenses = budget.amounts.map { "{ amount: \(text($0)) }" }.joined(separator: ", ")
      return "{ name: \"\(budget.name)\", limit: \(text(budget.limit)), expenses: [\(expenses)] }"
    }
    for statement in [
      "model Expense { amount: Int?, budget: Budget? }",
      "model Budget { name: String, limit: Int?, expenses: [Expense] }",
      "insert Budget [\(records.joined(separator: ", "))]",
    ] {
      let answer = console.answer(statement)
      #expect(!answer.fails, "\(answer.text)")
    }
    return console
  }

  private static func text(_ number: Int?) -> String { number.map(String.init) ?? "nil" }

  private static func names(where condition: String, _ console: ScriptConsole) -> [String] {
    rows("fetch Budget as b where \(condition) select name", console)
  }

  private static func rows(_ text: String, _ console: ScriptConsole) -> [String] {
    console.answer(text).text.split(separator: "\n").dropFirst().map(String.init)
  }
}
