import Expressions
import Foundation
import Model

/// Default values of attributes in Swift.
struct SwiftDefaults {
  let timeZone: TimeZone

  /// The value with its type's name, as `@Model` needs it: `Date.now`, `Category.other`.
  func text(of attribute: Attribute) -> String? {
    attribute.defaultValue.flatMap { try? text(of: $0.expression, attribute.type) }
  }

  /// The value without its type's name: `.now`, `.other`.
  func shortText(of attribute: Attribute) -> String? {
    guard let text = text(of: attribute), let value = attribute.defaultValue?.expression else {
      return nil
    }
    if case .call(.now, _) = value.kind { return ".now" }
    guard case .enumeration(let type) = attribute.type, !isNil(value) else { return text }
    return String(text.dropFirst(SwiftName.quoted(type.name).count))
  }

  /// A comment for a value that Swift cannot express or that is hard to read.
  func remark(on attribute: Attribute) -> String {
    guard let value = attribute.defaultValue else { return "" }
    let isReadable =
      attribute.type != .date || !value.expression.isFixed || isNil(value.expression)
    if isReadable, text(of: attribute) != nil { return "" }
    return "  " + SwiftComment.line("= \(value.text)")
  }

  private var constants: SwiftConstants {
    SwiftConstants(names: SwiftNames(), timeZone: timeZone)
  }

  private func isNil(_ expression: TypedExpression) -> Bool {
    expression.isFixed && constants.value(of: expression)?.isNull == true
  }

  private func text(
    of expression: TypedExpression,
    _ type: ValueType
  ) throws(Inexpressible) -> String {
    if expression.kind == .call(.uuid, []) { return "UUID()" }
    let constants = constants
    if let moment = constants.moment(expression) { return moment }
    guard expression.isFixed, let value = constants.value(of: expression) else {
      throw .dateArithmetic
    }
    return try constants.plain(value, type: type)
  }
}
