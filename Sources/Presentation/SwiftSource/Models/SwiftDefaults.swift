import Expressions
import Foundation
import Model

/// The values that attributes begin with, as Swift.
struct SwiftDefaults {
  let timeZone: TimeZone

  /// The value as `@Model` takes it, with the name of its type: `Date.now`, `Category.other`.
  func text(of attribute: Attribute) -> String? {
    attribute.defaultValue.flatMap { try? text(of: $0.expression, attribute.type) }
  }

  /// The value where its type is known: `.now`, `.other`.
  func shortText(of attribute: Attribute) -> String? {
    guard let text = text(of: attribute) else { return nil }
    if text == "Date.now" { return ".now" }
    guard case .enumeration(let type) = attribute.type, text != "nil" else { return text }
    return String(text.dropFirst(SwiftName.quoted(type.name).count))
  }

  /// What is said of a value that Swift has no text for, or none that can be read.
  func remark(on attribute: Attribute) -> String {
    guard let value = attribute.defaultValue else { return "" }
    let text = text(of: attribute)
    if let text, attribute.type != .date || !value.expression.isFixed || text == "nil" { return "" }
    return "  " + SwiftComment.line("= \(value.text)")
  }

  private func text(
    of expression: TypedExpression,
    _ type: ValueType
  ) throws(Inexpressible) -> String {
    if expression.kind == .call(.uuid, []) { return "UUID()" }
    let constants = SwiftConstants(names: SwiftNames(), timeZone: timeZone)
    if let moment = constants.moment(expression) { return moment }
    guard expression.isFixed, let value = constants.value(of: expression) else {
      throw .dateArithmetic
    }
    return try constants.plain(value, type: type)
  }
}
