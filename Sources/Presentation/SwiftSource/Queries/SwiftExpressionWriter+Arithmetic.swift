import Expressions
import Model

/// Arithmetic in properties.
extension SwiftExpressionWriter {
  func propertyArithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression,
    type: ValueType
  ) throws(Inexpressible) -> SwiftExpression? {
    if TypedExpression(.arithmetic(operation, left, right), type).isFixed { return nil }
    let parts = [try value(left), try value(right)]
    if type == .string {
      return unwrapped(parts, strength: .addition, operand: .multiplication, first: .addition) {
        "\($0[0]) + \($0[1])"
      }
    }
    switch operation {
    case .divide, .remainder: return try divided(operation, parts, by: right, type: type)
    default: return nil
    }
  }

  /// A division, which gives nil for a zero divisor.
  private func divided(
    _ operation: ArithmeticOperator,
    _ parts: [SwiftExpression],
    by divisor: TypedExpression,
    type: ValueType
  ) throws(Inexpressible) -> SwiftExpression {
    if operation == .remainder, type == .decimal { throw .remainder }
    let isSafe = divisor.isFixed && constants.value(of: divisor).map { !$0.isZero } ?? false
    let division = { (dividend: String, divisor: String) in
      operation == .remainder && type == .double
        ? "\(dividend).truncatingRemainder(dividingBy: \(divisor))"
        : "\(dividend) \(operation.rawValue) \(divisor)"
    }
    if isSafe {
      return unwrapped(parts, strength: .multiplication, operand: .primary) {
        division($0[0], $0[1])
      }
    }
    let quotient = unwrapped(parts, strength: .ternary, operand: .primary) {
      "\($0[1]) == 0 ? nil : \(division($0[0], $0[1]))"
    }
    return SwiftExpression(quotient.text, isOptional: true, quotient.strength)
  }
}

extension TypedExpression {
  /// Whether the value never changes.
  var isFixed: Bool { isConstant && !readsClock }

  private var readsClock: Bool {
    switch kind {
    case .call(.now, _), .call(.today, _): true
    default: children.contains { $0.readsClock }
    }
  }
}

extension ValueType {
  /// Whether Swift can compare the values directly.
  var isComparableInSwift: Bool { isNumeric || [.string, .date, .duration].contains(self) }
}
