import Binding
import Foundation
import Model
import Syntax

/// Checks the types of parameter values.
extension SessionSettings {
  /// Whether `text` is a value of the type named `type`; numeric types are interchangeable.
  public func parameter(_ text: String, fits type: String) -> Bool {
    let value = ParameterText.value(text, timeZone: timeZone).expression
    if value.type == .null { return true }
    switch ValueType.scalarsByName.first(where: { $0.name == type })?.type {
    case .int?, .double?, .decimal?: return value.type.isNumeric
    case .bool?: return value.type == .bool
    case .date?:
      return value.type == .date || value.textLiteral.flatMap { DateLiteral(text: $0) } != nil
    case .uuid?: return value.textLiteral.flatMap { UUID(uuidString: $0) } != nil
    default: return type != ValueType.duration.description || value.type == .duration
    }
  }
}

extension TypedExpression {
  /// The value of a string literal; otherwise nil.
  package var textLiteral: String? {
    if case .literal(.string(let text)) = kind { text } else { nil }
  }
}
