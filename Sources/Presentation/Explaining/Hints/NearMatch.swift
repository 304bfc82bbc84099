import Diagnostics
import Expressions
import Model
import Rendering
import Session

/// Suggests a similar string condition that matches: `city == "Oslo"` for `city == "oslo"`.
struct NearMatch {
  let analysis: NoRowsAnalysis
  let texts: FetchTextPrinter

  /// A suggestion for `condition`, which matches no record; nil if there is none.
  func hint(_ condition: TypedExpression) throws -> String? {
    switch condition.kind {
    case .comparison(.equal, let attribute, let literal):
      guard let text = literal.textLiteral, attribute.type == .string else { return nil }
      return try equality(attribute, text)
    case .match(let match, let attribute, let pattern):
      return try ignoringCase(match, attribute, pattern)
    default:
      return nil
    }
  }

  /// Suggests a string that is equal except for case and accents, or spelled similarly.
  private func equality(_ attribute: TypedExpression, _ text: String) throws -> String? {
    let known = try analysis.texts(of: attribute)
    let matcher = try StringMatcher(StringMatch(.looselyEquals), needle: text)
    let candidates = known.filter { matcher.matches($0) }
    let nearest = candidates.isEmpty ? nearestNames(to: text, in: known) : candidates
    let found: [(text: String, count: Int)] = try nearest.prefix(3).map { text in
      (text, try count(attribute, equal: text))
    }
    guard let best = found.max(by: { $0.count < $1.count }), best.count > 0 else { return nil }
    return "did you mean \(texts.text(of: .string(best.text)))? \(counted(best.count, "record"))"
  }

  private func count(_ attribute: TypedExpression, equal text: String) throws -> Int {
    let literal = TypedExpression.literal(.string(text), .string)
    return try analysis.count([TypedExpression(.comparison(.equal, attribute, literal), .bool)])
      ?? 0
  }

  /// Suggests the same condition with `[cd]`.
  private func ignoringCase(
    _ match: StringMatch,
    _ attribute: TypedExpression,
    _ pattern: TypedExpression
  ) throws -> String? {
    let options: [StringMatch.Operation] = [.contains, .startsWith, .endsWith, .like]
    guard options.contains(match.operation), !match.ignoresCase, !match.ignoresDiacritics else {
      return nil
    }
    let loose = StringMatch(match.operation, ignoresCase: true, ignoresDiacritics: true)
    let condition = TypedExpression(.match(loose, attribute, pattern), .bool)
    guard let count = try analysis.count([condition]), count > 0 else { return nil }
    return "ignoring case and accents: \(texts.text(of: condition)), \(counted(count, "record"))"
  }
}

extension TypedExpression {
  /// The value of a string literal; otherwise nil.
  fileprivate var textLiteral: String? {
    if case .literal(.string(let text)) = kind { text } else { nil }
  }
}
