import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares Int arithmetic with 128-bit arithmetic.
@Suite struct IntegerTests {
  private static let edges: [Int64] = [.min, .min + 1, -2, -1, 0, 1, 2, 3, .max - 1, .max]

  @Test(arguments: ArithmeticOperator.allCases)
  func resultsAreExactOrErrors(operation: ArithmeticOperator) {
    var random = SeededRandom(seed: 1)
    let others = (0..<40).map { _ in Int64.random(in: .min ... .max, using: &random) }
    for left in Self.edges + others {
      for right in Self.edges + others {
        #expect(
          outcome(operation, left, right) == expected(operation, left, right),
          "\(left) \(operation.rawValue) \(right)"
        )
      }
    }
  }

  @Test func irreversibleChangesAreRejected() {
    #expect(throws: EvaluationError.overflow(.subtract, .int(0), .int(.min))) {
      try Arithmetic.negate(.int(.min))
    }
    #expect(throws: EvaluationError.functionOverflow(.abs, [.int(.min)])) {
      try call(.abs, .int(.min))
    }
  }

  @Test func nilGivesNil() throws {
    for operation in ArithmeticOperator.allCases {
      #expect(try Arithmetic.apply(operation, .null, .int(.max)) == .null)
      #expect(try Arithmetic.apply(operation, .int(.max), .null) == .null)
    }
  }

  private func outcome(_ operation: ArithmeticOperator, _ left: Int64, _ right: Int64) -> Value? {
    try? Arithmetic.apply(operation, .int(left), .int(right))
  }

  /// Nil where the exact result is beyond an Int.
  private func expected(_ operation: ArithmeticOperator, _ left: Int64, _ right: Int64) -> Value? {
    let (left, right) = (Int128(left), Int128(right))
    let exact: Int128
    switch operation {
    case .add: exact = left + right
    case .subtract: exact = left - right
    case .multiply: exact = left * right
    case .divide, .remainder:
      if right == 0 { return .null }
      exact = operation == .divide ? left / right : left % right
    }
    return Int64(exactly: exact).map(Value.int)
  }

  private func call(_ function: ScalarFunction, _ argument: Value) throws -> Value {
    try FunctionEvaluator(context: EvaluationContext(now: .init(microseconds: 0), timeZone: .gmt))
      .call(function, [argument])
  }
}
