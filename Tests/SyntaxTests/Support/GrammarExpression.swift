import Foundation

/// The right side of a rule of `Grammar.ebnf`.
indirect enum GrammarExpression {
  case terminal(String)
  case rule(String)
  /// `? what words say ?`
  case special
  case sequence([GrammarExpression])
  case choice([GrammarExpression])
  case optional(GrammarExpression)
  case repetition(GrammarExpression)
  /// `name - ( "only" | "all" )`; only the first part matters for making sentences.
  case exception(GrammarExpression)

  /// The rules of the grammar by their names.
  static func rules() throws -> [String: GrammarExpression] {
    let text = try Repository.text("Grammar/Grammar.ebnf").replacing(/\(\*(?s:.*?)\*\)/, with: "")
    let rule = /(?m)^(\w+) = ((?s:.*?)) ;$/
    return Dictionary(
      uniqueKeysWithValues: text.matches(of: rule).map { match in
        var reader = GrammarReader(String(match.2))
        return (String(match.1), reader.choice())
      }
    )
  }
}

/// Reads the notation of ISO 14977 as far as the grammar uses it.
private struct GrammarReader {
  private var tokens: [String]
  private var position = 0

  init(_ text: String) {
    let token = /"[^"]*"|\?\s(?s:.*?)\s\?|\w+|[\[\]{}()|,\-]/
    tokens = text.matches(of: token).map { String($0.0) }
  }

  private var next: String? { position < tokens.count ? tokens[position] : nil }

  mutating func choice() -> GrammarExpression {
    var alternatives = [sequence()]
    while next == "|" {
      position += 1
      alternatives.append(sequence())
    }
    return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
  }

  private mutating func sequence() -> GrammarExpression {
    var parts: [GrammarExpression] = []
    while let token = next, !["|", ")", "]", "}"].contains(token) {
      if token == "-" {
        position += 1
        _ = part()
        parts = [.exception(.sequence(parts))]
      } else {
        parts.append(part())
      }
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part() -> GrammarExpression {
    let token = next ?? ""
    position += 1
    switch token.first {
    case "\"": return .terminal(String(token.dropFirst().dropLast()))
    case "?": return .special
    case "(": return closed(choice())
    case "[": return .optional(closed(choice()))
    case "{": return .repetition(closed(choice()))
    default: return .rule(token)
    }
  }

  private mutating func closed(_ inner: GrammarExpression) -> GrammarExpression {
    position += 1
    return inner
  }
}
