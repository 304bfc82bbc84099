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
  /// Help for a date compared with a number or a string; nil for other operands.
  func dateHelp(_ other: Operand, _ symbol: String) -> [String]? {
    guard bound.type == .date, ArithmeticOperator(rawValue: symbol) == nil else { return nil }
    let date = SyntaxPrinter().text(of: syntax)
    let compares = ComparisonOperator(rawValue: symbol) != nil
    switch other.bound.kind {
    case .literal(.int(let year)) where compares && 1000...9999 ~= year:
      return ["write a date, as in `\(date) \(symbol) \(year)-01-01`"]
    case .literal(.int) where compares:
      return ["write a date, as in `\(date) \(symbol) 2026-03-09`"]
    default: break
    }
    guard other.bound.type == .string else { return nil }
    if compares {
      return ["a string is not a date; write one, as in `\(date) \(symbol) 2026-03-09`"]
    }
    return ["test a part of the date, as in `year(\(date)) == 2026`"]
  }

  /// Help for a string that is compared with a date, a number or a UUID; nil for other operands and
  /// for literals.
  func conversionHelp(_ other: Operand, _ symbol: String, isRight: Bool) -> [String]? {
    if case .literal = bound.kind { return nil }
    guard ComparisonOperator(rawValue: symbol) != nil, bound.type == .string,
      let function = ScalarFunction.conversion(to: other.bound.type), other.bound.type != .string
    else { return nil }
    let printer = SyntaxPrinter()
    let text = printer.text(of: other.syntax)
    let converted = "\(function.name)(\(printer.text(of: syntax)))"
    return [
      "convert it first: "
        + (isRight ? "`\(text) \(symbol) \(converted)`" : "`\(converted) \(symbol) \(text)`")
    ]
  }

  /// Help for a number compared with a quoted number; nil for other operands.
  func quotedNumber(_ other: Operand, _ symbol: String) -> [String]? {
    let takesNumbers = ComparisonOperator(rawValue: symbol) != nil || symbol == "between"
    guard takesNumbers, bound.type.isNumeric, case .literal(.string(let text)) = other.bound.kind,
      Double(text) != nil
    else { return nil }
    return ["write a number without quotes: `\(text)`"]
  }
}
