import Expressions
import Foundation
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
    let known = findings.all.count
    let value = constant(syntax, wanting: .int)
    if findings.all.count > known { return nil }
    guard case .int(let number)? = value, number >= least, number <= most ?? .max
    else {
      if most == nil, let value, value.exceedsInt {
        return findings.fail(ClauseError.tooLargeCount(syntax.span, clause: clause))
      }
      return findings.fail(
        ClauseError.badCount(syntax.span, clause: clause, least: least, most: most)
      )
    }
    return Int(clamping: number)
  }

  /// The value of a constant expression; nil if it reads records, or after an error.
  func constant(_ syntax: ExpressionSyntax, wanting type: ValueType) -> Value? {
    let outer = (scopes, groups, argumentPath)
    (scopes, groups, argumentPath) = ([], nil, nil)
    defer { (scopes, groups, argumentPath) = outer }
    guard let bound = bind(syntax, wanting: type), isNotRandom(bound, syntax) else { return nil }
    let evaluator = ScalarEvaluator(
      source: NoRecords(),
      context: EvaluationContext(now: Timestamp(microseconds: 0), timeZone: options.timeZone)
    )
    return bound.isConstant ? try? evaluator.evaluate(bound, scopes: []) : nil
  }

  /// Whether an expression without a record does not use `random`, which needs one.
  func isNotRandom(_ bound: TypedExpression, _ syntax: ExpressionSyntax) -> Bool {
    if !bound.usesRandom { return true }
    findings.report(FunctionError.randomConstant(syntax.span))
    return false
  }
}

extension Value {
  /// Whether the value is a number that is greater than any Int.
  fileprivate var exceedsInt: Bool {
    switch self {
    case .double(let number): number > Double(Int64.max)
    case .decimal(let number): number > Decimal(Int64.max)
    default: false
    }
  }
}

extension TypedExpression {
  fileprivate var usesRandom: Bool {
    if case .call(.random, _) = kind { return true }
    return (children + innerParts).contains(where: \.usesRandom)
  }
}
