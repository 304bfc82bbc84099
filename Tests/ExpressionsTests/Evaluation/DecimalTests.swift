import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares Decimal arithmetic with 128-bit integers.
@Suite struct DecimalTests {
  @Test(arguments: 0..<UInt64(fuzzCount(4)))
  func resultsMatchScaledInts(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let places = Int.random(in: 0...6, using: &random)
      let limit = random.pick([Int64(9), 1000, 10_000_000_000])
      let left = Int128(Int64.random(in: -limit...limit, using: &random))
      let right = Int128(Int64.random(in: -limit...limit, using: &random))
      let results: [(ArithmeticOperator, Int128?, Int)] = [
        (.add, left + right, places), (.subtract, left - right, places),
        (.multiply, left * right, 2 * places),
        (.remainder, right == 0 ? nil : left % right, places),
      ]
      for (operation, exact, digits) in results {
        let expected =
          try exact.map { Value.decimal(try Self.decimal($0, places: digits)) } ?? .null
        let result = try Arithmetic.apply(
          operation,
          .decimal(Self.decimal(left, places: places)),
          .decimal(Self.decimal(right, places: places))
        )
        #expect(result == expected, "\(left) \(operation.rawValue) \(right) of \(places) places")
      }
    }
  }

  @Test(arguments: [
    ("3e127", ArithmeticOperator.multiply, "3e38"), ("1e100", .divide, "1e-100"),
    ("1e50", .remainder, "7"),
    ("9e127", .remainder, "1e-128"),
  ])
  func invalidValuesAreRejected(left: String, operation: ArithmeticOperator, right: String) throws {
    let (left, right) = (
      Value.decimal(try Self.decimal(left)), Value.decimal(try Self.decimal(right))
    )
    #expect(throws: EvaluationError.overflow(operation, left, right)) {
      try Arithmetic.apply(operation, left, right)
    }
  }

  @Test(arguments: [
    ("1e50", "1e49", "0"), ("1e-128", "1e127", "1e-128"), ("-7.5", "2", "-1.5"),
    ("99999999999999999999999999999999999999", "7", "1"),
    ("-5.9999999999999999999999999999999999999", "3", "-2.9999999999999999999999999999999999999"),
  ])
  func remaindersAreExact(left: String, right: String, expected: String) throws {
    let rest = try Arithmetic.apply(
      .remainder,
      .decimal(Self.decimal(left)),
      .decimal(Self.decimal(right))
    )
    #expect(rest == .decimal(try Self.decimal(expected)))
  }

  @Test(arguments: [
    ("2.5", "3", "2", "3"), ("-2.5", "-3", "-3", "-2"), ("2.49", "2", "2", "3"),
    ("7", "7", "7", "7"),
  ])
  func halvesRoundAwayFromZero(
    number: String,
    round: String,
    floor: String,
    ceil: String
  ) throws {
    let evaluator = FunctionEvaluator(
      context: EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
    )
    let argument = Value.decimal(try Self.decimal(number))
    for (function, expected) in [(ScalarFunction.round, round), (.floor, floor), (.ceil, ceil)] {
      #expect(try evaluator.call(function, [argument]) == .decimal(try Self.decimal(expected)))
    }
  }

  private static func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text))
  }

  /// `number` with its last `places` digits after the point.
  private static func decimal(_ number: Int128, places: Int) throws -> Decimal {
    try decimal("\(number)e-\(places)")
  }
}
