import Expressions
import Model
import Syntax

/// A bound operand with the text it came from.
struct Operand {
  let bound: TypedExpression
  let syntax: ExpressionSyntax

  init(_ bound: TypedExpression, _ syntax: ExpressionSyntax) {
    self.bound = bound
    self.syntax = syntax
  }

  /// The operand as what arithmetic and string functions see of it.
  var asText: Operand { Operand(bound.asText, syntax) }
}

extension Operand {
  /// What to write where a number meets the text of one; nil if it does not.
  func quotedNumber(_ other: Operand, _ symbol: String) -> [String]? {
    let takesNumbers = ComparisonOperator(rawValue: symbol) != nil || symbol == "between"
    guard takesNumbers, bound.type.isNumeric, case .literal(.string(let text)) = other.bound.kind,
      Double(text) != nil
    else { return nil }
    return ["write a number without quotes: `\(text)`"]
  }
}
