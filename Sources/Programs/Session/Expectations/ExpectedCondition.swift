import Binding
import Diagnostics
import Expressions
import Model
import Syntax

/// A condition that should be true.
struct ExpectedCondition {
  let session: QuerySession
  /// The position of the expectation.
  let span: SourceSpan

  /// Why it is not true; nil if it is.
  func failure(of syntax: ExpressionSyntax) throws -> Diagnostic? {
    let expression = try session.bound(syntax)
    guard expression.type == .bool || expression.type == .null else {
      throw DiagnosticList([
        Diagnostic(
          "`expect` needs a condition, but this is of type \(expression.type)",
          at: syntax.span,
          help: ["compare it, as in `expect (count Budget where limit > 100) == 3`"]
        )
      ])
    }
    let context = session.settings.evaluationContext()
    let parts = expression.conjuncts
    for part in parts {
      if case .bool(true) = try session.value(of: part, context) { continue }
      return Diagnostic(
        parts.count > 1 ? "one of the conditions is false" : "this is false",
        at: span,
        further: try sides(of: part, context)
      )
    }
    return nil
  }

  /// `expected 3`, `found 2`; empty for other conditions than comparisons.
  private func sides(
    of condition: TypedExpression,
    _ context: EvaluationContext
  ) throws -> [String] {
    let texts = FetchLiteralText(timeZone: session.settings.timeZone)
    func lines(_ sign: String, _ expected: TypedExpression, _ found: TypedExpression) throws
      -> [String]
    {
      let values = try [expected, found].map { side in
        texts.text(of: try session.value(of: side, context)).shortened
      }
      return ["  expected \(sign)\(values[0])", "  found    \(values[1])"]
    }
    switch condition.kind {
    case .comparison(.equal, let left, let right): return try lines("", right, left)
    case .comparison(let sign, let left, let right):
      return try lines(sign.rawValue + " ", right, left)
    case .match(let match, let left, let right):
      return try lines(match.operation.rawValue + " ", right, left)
    case .not(let inner):
      guard case .comparison(.equal, let left, let right) = inner.kind else { return [] }
      return try lines("!= ", right, left)
    case .membership(let left, _), .range(let left, _, _, _), .isNull(let left),
      .arrayMembership(let left, _):
      return ["  found    \(texts.text(of: try session.value(of: left, context)).shortened)"]
    default:
      return []
    }
  }
}

extension String {
  /// At most 300 characters.
  var shortened: String { count > 300 ? prefix(300) + "…" : self }
}
