import Diagnostics
import Expressions
import Model
import Syntax

/// A bound operand with its syntax.
struct Operand {
  let bound: TypedExpression
  let syntax: ExpressionSyntax

  init(_ bound: TypedExpression, _ syntax: ExpressionSyntax) {
    self.bound = bound
    self.syntax = syntax
  }

  /// The operand as a string, if it is an enum.
  var asText: Operand { Operand(bound.asText, syntax) }
}

extension Operand {
  /// Help for a number compared with a quoted number; nil for other operands.
  /// The span of `other` if it is a date literal, compared with a string.
  func unquotedDate(_ other: Operand, _ symbol: String) -> SourceSpan? {
    guard ComparisonOperator(rawValue: symbol) != nil, bound.type == .string,
      case .literal(.date) = other.syntax.kind
    else { return nil }
    return other.syntax.span
  }

  func quotedNumber(_ other: Operand, _ symbol: String) -> [String]? {
    let takesNumbers = ComparisonOperator(rawValue: symbol) != nil || symbol == "between"
    guard takesNumbers, bound.type.isNumeric, case .literal(.string(let text)) = other.bound.kind,
      Double(text) != nil
    else { return nil }
    return ["write a number without quotes: `\(text)`"]
  }
}
