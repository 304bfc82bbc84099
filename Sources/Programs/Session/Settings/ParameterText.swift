import Binding
import Diagnostics
import Expressions
import Foundation
import Model
import Syntax

/// Parses the values of parameters.
enum ParameterText {
  /// The value of a literal or list; any other text is a string.
  static func value(_ text: String, timeZone: TimeZone) -> ParameterValue {
    var parser = ScriptParser(SourceText(name: "", text: "= " + text))
    let binder = Binder(schema: Schema(), options: BindingOptions(timeZone: timeZone))
    guard case .statement(let statement)? = parser.next(), parser.next() == nil,
      case .evaluate(let syntax) = statement.kind,
      let bound = try? binder.bindExpression(syntax),
      let expression = literal(bound) ?? duration(bound, syntax)
    else { return ParameterValue(.literal(.string(text), .string), text: text) }
    return ParameterValue(expression, text: expression.type == .string ? nil : text)
  }

  /// `30 days`
  private static func duration(
    _ expression: TypedExpression,
    _ syntax: ExpressionSyntax
  ) -> TypedExpression? {
    guard case .unit(let number, _) = syntax.kind, case .literal = number.kind else { return nil }
    return expression
  }

  /// The error in a text that starts like a list or a quoted string; nil if there is none.
  static func fault(_ text: String, timeZone: TimeZone) -> String? {
    let text = String(text.drop(while: \.isWhitespace))
    guard let first = text.first, "[\"".contains(first) else { return nil }
    let value = value(text, timeZone: timeZone).expression
    guard value == .literal(.string(text), .string) else { return nil }
    return first == "[" ? "invalid list" : "unclosed quote"
  }

  private static func literal(_ expression: TypedExpression) -> TypedExpression? {
    switch expression.kind {
    case .literal:
      return expression
    case .negate(let operand):
      guard case .literal(let value)? = literal(operand)?.kind,
        let negated = try? Arithmetic.negate(value)
      else { return nil }
      return .literal(negated, expression.type)
    case .list(let elements):
      let parts = elements.compactMap(literal)
      guard parts.count == elements.count else { return nil }
      return TypedExpression(.list(parts), expression.type)
    default:
      return nil
    }
  }
}
