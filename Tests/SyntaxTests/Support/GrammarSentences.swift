import Foundation
import TestSupport

/// Makes random sentences out of `Grammar.ebnf` and `Operators.md`.
///
/// The methods in `GrammarSentences+Rules` express what the notation cannot: the operands of each
/// operator, words without spaces between them, and clauses that are allowed once. All other rules
/// are followed as they are written.
struct GrammarSentences {
  var random: SeededRandom
  let rules: [String: GrammarExpression]
  let operators: [GrammarOperator]
  /// The tokens so far; an empty one joins its neighbors without a space.
  var tokens: [String] = []
  /// How many more rules may be opened before only short ways are taken.
  var budget = 0
  /// Whether a `distinct` is allowed in the select clause.
  var mayBeDistinct = true

  /// Stands between two tokens that must touch.
  static let glue = ""

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    rules = try GrammarExpression.rules()
    operators = try GrammarOperator.all()
  }

  /// A random statement; `size` is about how many rules it opens.
  mutating func statement(size: Int) -> String {
    tokens = []
    budget = size
    rule("statement")
    return text()
  }

  mutating func chance(_ percent: Int) -> Bool {
    budget > 0 && Int.random(in: 0..<100, using: &random) < percent
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func write(_ words: String...) { tokens += words }

  mutating func rule(_ name: String) {
    budget -= 1
    if let special = Self.specialRules[name] { return special(&self) }
    guard let expression = rules[name] else { preconditionFailure("no rule \(name)") }
    expand(expression)
  }

  mutating func expand(_ expression: GrammarExpression) {
    switch expression {
    case .terminal(let text): write(text)
    case .rule(let name): rule(name)
    case .special: preconditionFailure("a rule in words needs its own method")
    case .sequence(let parts): for part in parts { expand(part) }
    case .choice(let alternatives): expand(budget > 0 ? pick(alternatives) : alternatives[0])
    case .optional(let part): if chance(50) { expand(part) }
    case .repetition(let part): while chance(45) { expand(part) }
    case .exception(let part): expand(part)
    }
  }

  /// The tokens with white space of all kinds; line ends occur only within brackets, where they
  /// never mean anything.
  private mutating func text() -> String {
    var text = ""
    var brackets = 0
    var needsSpace = false
    for token in tokens {
      if token == Self.glue {
        needsSpace = false
        continue
      }
      if needsSpace { text += space(isInBrackets: brackets > 0) }
      if ["(", "["].contains(token) { brackets += 1 }
      if [")", "]"].contains(token) { brackets -= 1 }
      text += cased(token)
      needsSpace = true
    }
    return text
  }

  private mutating func space(isInBrackets: Bool) -> String {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: " /* a (comment */ "
    case 1: "  \t"
    case 2 where isInBrackets: "\n"
    case 3 where isInBrackets: " // to the end\n  "
    default: " "
    }
  }

  /// Keywords are written in any mixture of cases; names are not, but their case says nothing here.
  private mutating func cased(_ token: String) -> String {
    guard Int.random(in: 0..<20, using: &random) == 0, token.allSatisfy(\.isLetter) else {
      return token
    }
    return token.uppercased()
  }
}

/// A row of `Operators.md`.
struct GrammarOperator {
  let strength: Int
  let spellings: [String]
  let side: String
  let takesNot: Bool
  let takesOptions: Bool

  /// Whether it is between two operands.
  var isInfix: Bool {
    !["if", "not", "seconds", "."].contains(spellings[0]) && !(spellings[0] == "-" && strength > 7)
  }

  static func all() throws -> [GrammarOperator] {
    let lines = try Repository.text("Grammar/Operators.md").split(separator: "\n")
    return lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| strength") }.map { line in
      let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|") }
      return GrammarOperator(
        strength: Int(cells[0]) ?? 0,
        spellings: (cells[1] + cells[2]).matches(of: /`([^`]*)`/).map { String($0.1) },
        side: cells[3],
        takesNot: cells[4] == "yes",
        takesOptions: cells[5] == "yes"
      )
    }
  }
}
