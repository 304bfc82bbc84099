import Binding
import Diagnostics
import Expressions
import Foundation
import Model
import Syntax

/// What the text of a parameter stands for.
enum ParameterText {
  /// The value of a literal as the language writes it; any other text stands for itself.
  static func value(_ text: String, timeZone: TimeZone) -> ParameterValue {
    var parser = ScriptParser(SourceText(name: "", text: "= " + text))
    let binder = Binder(schema: Schema(), options: BindingOptions(timeZone: timeZone))
    guard case .statement(let statement)? = parser.next(), parser.next() == nil,
      case .evaluate(let syntax) = statement.kind,
      let expression = try? binder.bindExpression(syntax),
      let literal = literal(expression)
    else { return ParameterValue(.string(text), .string) }
    return ParameterValue(literal, expression.type)
  }

  private static func literal(_ expression: TypedExpression) -> Value? {
    switch expression.kind {
    case .literal(let value): value
    case .negate(let operand): literal(operand).flatMap { try? Arithmetic.negate($0) }
    default: nil
    }
  }
}
