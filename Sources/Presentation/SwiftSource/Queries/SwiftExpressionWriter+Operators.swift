import Expressions
import Foundation
import Model

/// Comparisons, strings, ranges and arithmetic.
extension SwiftExpressionWriter {
  func comparison(
    _ operation: ComparisonOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    if !isProperty, case .composite = left.type { throw .composite }
    let (first, second) = (try value(left), try value(right))
    if ![.equal, .notEqual].contains(operation) {
      return try unwrapping([first, second]) { "\($0[0]) \(operation.rawValue) \($0[1])" }
    }
    if !isProperty, left.type.isRecord, !first.isNil, !second.isNil {
      throw .identity
    }
    let isNotEqual = operation == .notEqual
    for (value, other) in [(first, second), (second, first)] where value.isNil {
      if !other.isOptional { return SwiftExpression(isNotEqual ? "true" : "false") }
    }
    // A non-optional key path is not promoted to an optional, unlike a constant.
    if !isProperty, first.isOptional != second.isOptional, !left.isConstant, !right.isConstant {
      return try unwrapping([first, second], otherwise: isNotEqual) {
        "\($0[0]) \(operation.rawValue) \($0[1])"
      }
    }
    return SwiftExpression(
      "\(first.text(.coalescing)) \(operation.rawValue) \(second.text(.coalescing))",
      .comparison
    )
  }

  func match(
    _ match: StringMatch,
    _ text: TypedExpression,
    _ pattern: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    let call: String
    switch match.operation {
    case .looselyContains: call = "localizedStandardContains("
    case .contains where !match.ignoresCase && !match.ignoresDiacritics: call = "contains("
    case .startsWith where !match.ignoresCase && !match.ignoresDiacritics: call = "starts(with: "
    default: throw .match(match)
    }
    let (text, pattern) = (try value(text), try value(pattern))
    return try unwrapping([text, pattern], strength: .primary) { "\($0[0]).\(call)\($0[1]))" }
  }

  func membership(
    _ operand: TypedExpression,
    _ elements: [TypedExpression]
  ) throws(Inexpressible) -> SwiftExpression {
    guard elements.allSatisfy(\.isConstant) else {
      return try alternatives(
        elements.map { TypedExpression(.comparison(.equal, operand, $0), .bool) }
      )
    }
    let value = try self.value(operand)
    var values: [Value] = []
    for element in elements {
      guard let element = constants.value(of: element) else { throw .dateArithmetic }
      if value.isOptional || !element.isNull { values.append(element) }
    }
    if values.isEmpty { return SwiftExpression("false") }
    let list = try constants.list(values, type: operand.type, isOptional: value.isOptional)
    return SwiftExpression("\(list).contains(\(value.text))")
  }

  private func alternatives(_ conditions: [TypedExpression]) throws(Inexpressible)
    -> SwiftExpression
  {
    var texts: [String] = []
    for condition in conditions { texts.append(try self.condition(condition).text(.and)) }
    return SwiftExpression(
      texts.joined(separator: " || "),
      texts.count > 1 ? .or : .and
    )
  }

  func range(
    _ operand: TypedExpression,
    _ lower: TypedExpression,
    _ upper: TypedExpression,
    isClosed: Bool
  ) throws(Inexpressible) -> SwiftExpression {
    let parts = [try value(operand), try value(lower), try value(upper)]
    let sign = isClosed ? "<=" : "<"
    return try unwrapping(parts, strength: .and) {
      "\($0[0]) >= \($0[1]) && \($0[0]) \(sign) \($0[2])"
    }
  }

  /// Negation, arithmetic and functions.
  func computed(_ expression: TypedExpression) throws(Inexpressible) -> SwiftExpression {
    switch expression.kind {
    case .negate(let operand):
      let value = try self.value(operand)
      return unwrapped([value], strength: .prefix, operand: .primary) { "-\($0[0])" }
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, left, right, type: expression.type)
    case .call(.length, let arguments) where arguments.count == 1:
      let text = try value(arguments[0])
      return SwiftExpression("\(text.beforeMember).count", isOptional: text.isOptional)
    case .call(let function, _): throw .function(function)
    case .widen: throw .conversion(expression.type)
    case .duration: throw .dateArithmetic
    case .composite: throw .composite
    case .ordinal(let type, _), .caseAt(let type, _): throw .enumeration(type.name)
    case .shape: throw .shape
    default: throw .array
    }
  }

  private func arithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression,
    type: ValueType
  ) throws(Inexpressible) -> SwiftExpression {
    if type == .string { throw .concatenation }
    guard type.isNumeric else { throw .dateArithmetic }
    if [.divide, .remainder].contains(operation) {
      guard right.isConstant, let divisor = constants.value(of: right), !divisor.isZero else {
        throw .divisionByAttribute
      }
      if operation == .remainder, type != .int { throw .remainder }
    }
    let isSum = [.add, .subtract].contains(operation)
    let strength: SwiftStrength = isSum ? .addition : .multiplication
    return unwrapped(
      [try value(left), try value(right)],
      strength: strength,
      operand: strength.next,
      first: strength
    ) {
      "\($0[0]) \(operation.rawValue) \($0[1])"
    }
  }
}

// MARK: - Optionals

extension SwiftExpressionWriter {
  /// A condition on unwrapped `operands`; `otherwise` if one of them is nil.
  func unwrapping(
    _ operands: [SwiftExpression],
    strength: SwiftStrength = .comparison,
    otherwise: Bool = false,
    _ body: ([String]) -> String
  ) throws(Inexpressible) -> SwiftExpression {
    if operands.contains(where: \.isNil) { return SwiftExpression("\(otherwise)") }
    let needed: SwiftStrength = strength == .primary ? .primary : .coalescing
    // Only one of the two forms is printed, so both can use the same names.
    var other = self
    other.names = names.copy()
    let value = unwrapped(operands, strength: strength, operand: needed, body)
    if !value.isOptional { return value }
    var condition = SwiftExpression("\(value.text(.addition)) ?? \(otherwise)", .coalescing)
    condition.body = other.body(operands, strength, needed, otherwise, body)
    return condition
  }

  /// The same with `if let`.
  private func body(
    _ operands: [SwiftExpression],
    _ strength: SwiftStrength,
    _ needed: SwiftStrength,
    _ otherwise: Bool,
    _ body: ([String]) -> String
  ) -> SwiftBody {
    let variables = operands.map { $0.isOptional ? names.fresh($0.lastWord) : nil }
    let texts = zip(operands, variables).map { $1 ?? $0.text(needed) }
    return SwiftBody(
      bindings: zip(operands, variables).compactMap { operand, variable in
        variable.map { ($0, operand.text) }
      },
      condition: (body(texts), strength),
      otherwise: otherwise
    )
  }

  /// The result of `body` for unwrapped `operands`; nil if one of them is nil.
  func unwrapped(
    _ operands: [SwiftExpression],
    strength: SwiftStrength,
    operand: SwiftStrength,
    first: SwiftStrength? = nil,
    _ body: ([String]) -> String
  ) -> SwiftExpression {
    let variables = operands.map { operand -> (name: String, optional: String, rest: String)? in
      guard operand.isOptional else { return nil }
      let (optional, rest) = operand.unwrapped
      return (names.fresh(SwiftExpression(optional).lastWord), optional, rest)
    }
    let texts = operands.indices.map { index in
      variables[index].map { $0.name + $0.rest }
        ?? operands[index].text(index == 0 ? first ?? operand : operand)
    }
    let core = body(texts)
    let optionals = variables.compactMap { $0 }
    if optionals.isEmpty { return SwiftExpression(core, strength) }
    let text = optionals.reversed().reduce(core) { inner, outer in
      "\(outer.optional).flatMap { \(outer.name) in \(inner) }"
    }
    return SwiftExpression(text, isOptional: true)
  }
}

extension SwiftExpression {
  /// The last member's name, for the unwrapped variable.
  fileprivate var lastWord: String {
    let word = text.split(separator: ".").last.map(String.init) ?? text
    return word.allSatisfy { $0.isLetter || $0.isNumber } ? word : "value"
  }
}

extension ValueType {
  fileprivate var isRecord: Bool {
    if case .record = self { true } else { false }
  }
}

extension Value {
  /// Whether this is the number zero.
  var isZero: Bool {
    switch self {
    case .int(let number): number == 0
    case .double(let number): number == 0
    case .decimal(let number): number.isZero
    default: false
    }
  }
}
