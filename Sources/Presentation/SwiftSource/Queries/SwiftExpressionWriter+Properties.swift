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
    if expression.type == .duration { return try span(expression) }
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
    case .composite(let leaves, let record): return try composite(leaves, record)
    case .element(let level):
      guard variables.indices.contains(level) else { throw .outerRecord }
      return SwiftExpression(variables[level].name)
    case .match(let match, let text, let pattern): return try propertyMatch(match, text, pattern)
    case .membership(let operand, let elements): return try isListed(operand, elements)
    case .arrayMembership(let operand, let array):
      return try unwrapping([try value(array), try value(operand)], strength: .primary) {
        "\($0[0]).contains(\($0[1]))"
      }
    case .arrayAggregate(let aggregate): return try reduction(aggregate)
    case .ordinal(let type, let operand): return try ordinal(type, operand)
    case .arithmetic(let operation, let left, let right):
      return try propertyArithmetic(operation, left, right, type: expression.type)
    case .call(let function, let arguments):
      return expression.isFixed ? nil : try call(function, arguments, type: expression.type)
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

  // MARK: Lists and structs

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

  /// `address`, the struct itself
  private func composite(
    _ leaves: [CompositeLeaf],
    _ record: RecordExpression
  ) throws(Inexpressible) -> SwiftExpression {
    guard let leaf = leaves.first else { throw .composite }
    let path = AttributePath(Array(leaf.path.components.dropLast(leaf.names.count)))
    return try attribute(path, of: record)
  }

  /// The index of a case in its enum.
  private func ordinal(
    _ type: EnumerationType,
    _ operand: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    let cases = "\(SwiftName.quoted(type.name)).allCases"
    return unwrapped([try value(operand)], strength: .primary, operand: .ternary) {
      "\(cases).firstIndex(of: \($0[0]))!"
    }
  }

  // MARK: Strings

  private func propertyMatch(
    _ match: StringMatch,
    _ text: TypedExpression,
    _ pattern: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    let parts = [try value(text), try value(pattern)]
    let isExact = !match.ignoresCase && !match.ignoresDiacritics
    switch match.operation {
    case .looselyContains: return try call("localizedStandardContains(", on: parts)
    case .contains where isExact: return try call("contains(", on: parts)
    case .startsWith where isExact: return try call("hasPrefix(", on: parts)
    case .endsWith where isExact: return try call("hasSuffix(", on: parts)
    case .looselyEquals:
      let options = "options: [.caseInsensitive, .diacriticInsensitive]"
      return try unwrapping(parts) {
        "\($0[0]).compare(\($0[1]), \(options)) == .orderedSame"
      }
    case .contains, .startsWith, .endsWith: return try range(parts, options(match))
    case .matches where isExact: return try range(parts, [".regularExpression"])
    default: throw .match(match)
    }
  }

  private func call(
    _ method: String,
    on parts: [SwiftExpression]
  ) throws(Inexpressible) -> SwiftExpression {
    try unwrapping(parts, strength: .primary) { "\($0[0]).\(method)\($0[1]))" }
  }

  private func range(
    _ parts: [SwiftExpression],
    _ options: [String]
  ) throws(Inexpressible) -> SwiftExpression {
    try unwrapping(parts) {
      "\($0[0]).range(of: \($0[1]), options: [\(options.joined(separator: ", "))]) != nil"
    }
  }

  private func options(_ match: StringMatch) -> [String] {
    var options: [String] = []
    if match.ignoresCase { options.append(".caseInsensitive") }
    if match.ignoresDiacritics { options.append(".diacriticInsensitive") }
    if match.operation != .contains { options.append(".anchored") }
    if match.operation == .endsWith { options.append(".backwards") }
    return options
  }
}
