import Expressions
import Foundation
import Model

/// The range that the model's rules allow for a number: `limit > 0`.
struct NumericRange {
  var least: Double?
  var greatest: Double?

  /// The ranges that the rules of a record give for its fields.
  static func ranges(_ rules: [TypedExpression]) -> [AttributePath: NumericRange] {
    var ranges: [AttributePath: NumericRange] = [:]
    for rule in rules.flatMap(\.conjuncts) {
      switch rule.kind {
      case .comparison(let operation, let left, let right):
        if let path = left.ownField, let number = right.number {
          ranges[path, default: NumericRange()].note(operation, number, left.type)
        } else if let path = right.ownField, let number = left.number {
          ranges[path, default: NumericRange()].note(operation.flipped, number, right.type)
        }
      case .range(let operand, let low, let high, let isClosed):
        guard let path = operand.ownField else { continue }
        if let low = low.number {
          ranges[path, default: NumericRange()].note(.greaterOrEqual, low, operand.type)
        }
        if let high = high.number {
          ranges[path, default: NumericRange()].note(
            isClosed ? .lessOrEqual : .less,
            high,
            operand.type
          )
        }
      default: continue
      }
    }
    return ranges
  }

  private mutating func note(_ operation: ComparisonOperator, _ number: Double, _ type: ValueType) {
    let step = type == .int ? 1.0 : 0.01
    switch operation {
    case .equal: (least, greatest) = (number, number)
    case .greater: least = max(least ?? -.infinity, number + step)
    case .greaterOrEqual: least = max(least ?? -.infinity, number)
    case .less: greatest = min(greatest ?? .infinity, number - step)
    case .lessOrEqual: greatest = min(greatest ?? .infinity, number)
    case .notEqual: break
    }
  }
}

extension ComparisonOperator {
  /// The operator for exchanged operands.
  fileprivate var flipped: ComparisonOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual: self
    }
  }
}

extension TypedExpression {
  /// The record's own field, if the expression only reads that.
  fileprivate var ownField: AttributePath? {
    switch kind {
    case .attribute(let path, .scope(0, _)): path
    case .widen(let operand): operand.ownField
    default: nil
    }
  }

  /// The literal number, if the expression is one.
  fileprivate var number: Double? {
    switch kind {
    case .literal(.int(let number)): Double(number)
    case .literal(.double(let number)): number
    case .literal(.decimal(let number)): NSDecimalNumber(decimal: number).doubleValue
    case .widen(let operand): operand.number
    case .negate(let operand): operand.number.map { -$0 }
    default: nil
    }
  }
}
