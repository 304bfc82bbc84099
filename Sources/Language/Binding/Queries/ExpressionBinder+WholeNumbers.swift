import Expressions
import Model
import Syntax

/// What `limit`, `offset` and `bins` take.
extension ExpressionBinder {
  /// The whole number, of at least `least` and at most `most`, that an expression without records stands for.
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
