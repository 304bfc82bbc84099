import Expressions
import Model

/// Expressions that only properties support.
extension SwiftExpressionWriter {
  /// The value of a property, or the name of an equal one.
  func property(
    _ attribute: ComputedAttribute,
    of entity: String
  ) throws(Inexpressible) -> SwiftExpression {
    if let use = kinds[attribute.expression], use.attribute.name == attribute.name,
      use.record == .scope(level: 0, entity: entity)
    {
      return try form(of: attribute.expression)
    }
    return try value(attribute.expression)
  }

  /// The form of `expression` in a property; nil if it is the same as in a predicate.
  func propertyForm(of expression: TypedExpression) throws(Inexpressible) -> SwiftExpression? {
    if let moment = constants.moment(expression) { return SwiftExpression(moment) }
    if let constant = try constant(expression) { return constant }
    switch expression.kind {
    case .list(let elements): return try list(elements)
    case .conditional(let test, let then, let otherwise)
    where kinds.kindTest(test) != nil && otherwise.kind == .literal(.null):
      let value = try value(then)
      return value.isOptional ? value : try conditional(test, then, otherwise)
    case .widen(let operand):
      let type = SwiftTypeName.text(expression.type)
      if expression.isFixed { return nil }
      return unwrapped([try value(operand)], strength: .primary, operand: .ternary) {
        "\(type)(\($0[0]))"
      }
    case .membership(let operand, let elements): return try isListed(operand, elements)
    case .arithmetic(let operation, let left, let right):
      return try propertyArithmetic(operation, left, right, type: expression.type)
    default: return nil
    }
  }

  /// A constant enum case or list; otherwise nil.
  private func constant(_ expression: TypedExpression) throws(Inexpressible) -> SwiftExpression? {
    switch expression.type {
    case .enumeration, .list: break
    default: return nil
    }
    guard expression.isFixed, let value = constants.value(of: expression) else { return nil }
    if value.isNull { return .nilLiteral }
    return SwiftExpression(try constants.plain(value, type: expression.type))
  }

  private func list(_ elements: [TypedExpression]) throws(Inexpressible) -> SwiftExpression {
    var texts: [String] = []
    for element in elements { texts.append(try value(element).text) }
    return SwiftExpression("[\(texts.joined(separator: ", "))]")
  }

  /// `[.food, .travel].contains(category)`
  private func isListed(
    _ operand: TypedExpression,
    _ elements: [TypedExpression]
  ) throws(Inexpressible) -> SwiftExpression? {
    if kinds.kindTest(TypedExpression(.membership(operand, elements), .bool)) != nil { return nil }
    if elements.isEmpty { return SwiftExpression("false") }
    let (list, value) = (try list(elements), try value(operand))
    return SwiftExpression("\(list.text).contains(\(value.text))")
  }
}
