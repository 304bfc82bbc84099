import Expressions
import Model
import Syntax

/// The numbers of `limit`, `offset` and `bins`.
extension ExpressionBinder {
  /// Evaluates a constant whole number between `least` and `most`.
  func wholeNumber(
    _ syntax: ExpressionSyntax,
    _ clause: String,
    least: Int,
    most: Int? = nil
  ) -> Int? {
    let outer = scopes
    scopes = []
    defer { scopes = outer }
    guard let bound = bind(syntax, wanting: .int) else { return nil }
    let evaluator = ScalarEvaluator(
      source: NoRecords(),
      context: EvaluationContext(now: Timestamp(microseconds: 0), timeZone: options.timeZone)
    )
    guard bound.isConstant,
      case .int(let number)? = try? evaluator.evaluate(bound, scopes: []),
      number >= least, number <= most ?? .max
    else {
      return findings.fail(
        ClauseError.badCount(syntax.span, clause: clause, least: least, most: most)
      )
    }
    return Int(clamping: number)
  }
}
