import Foundation
import Model
import TestSupport
import Testing

/// Order and equality of values.
@Suite struct ValueOrderTests {
  @Test(arguments: 0..<fuzzCount(4))
  func intsAndDoublesCompareExactly(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<500 {
      let int = random.pick([
        Int64.random(in: .min ... .max, using: &random), .max, .min, 0,
        Int64.random(in: -4...4, using: &random),
      ])
      let near = Double(int) * random.pick([1, 1, 1, 0.5, 2]) + random.pick([0, 0, 0.5, -0.5])
      // Decimal holds both exactly: 38 digits are more than either needs here.
      let difference = Decimal(int) - Self.exact(near)
      let expected = difference.isZero ? 0 : (difference.isSignMinus ? -1 : 1)
      #expect(ValueOrder.compare(int, near) == expected, "\(int) \(near)")
    }
  }

  @Test func infinitiesAreOutsideTheRangeOfInt() {
    #expect(ValueOrder.compare(.max, .infinity) == -1)
    #expect(ValueOrder.compare(.min, -.infinity) == 1)
  }

  @Test(arguments: [
    (Value.null, Value.null, true), (.null, .int(0), false),
    (.string("é"), .string("e\u{301}"), false),
    (.int(1), .double(1), true), (.double(0), .double(-0.0), true), (.int(2), .decimal(2), true),
    (.string("1"), .int(1), false),
  ])
  func equalityIsTwoValued(left: Value, right: Value, expected: Bool) {
    #expect(ValueOrder.areEqual(left, right) == expected)
    #expect(ValueOrder.areEqual(right, left) == expected)
    #expect(ValueOrder.holds(.notEqual, left, right) == !expected)
  }

  @Test(arguments: [ComparisonOperator.less, .lessOrEqual, .greater, .greaterOrEqual])
  func noOrderHoldsWithNil(operation: ComparisonOperator) {
    #expect(!ValueOrder.holds(operation, .null, .int(1)))
    #expect(!ValueOrder.holds(operation, .int(1), .null))
    #expect(!ValueOrder.holds(operation, .null, .null))
  }

  @Test func stringsAreOrderedByScalars() {
    let texts = ["", "A", "B", "a", "e\u{301}", "é", "東", "🎉"]
    for (left, right) in zip(texts, texts.dropFirst()) {
      #expect(ValueOrder.compareScalars(left, right) == -1)
      #expect(ValueOrder.compareScalars(right, left) == 1)
    }
  }

  /// The Double's value with all its digits; its fraction here is 0 or a half.
  private static func exact(_ value: Double) -> Decimal {
    let whole = value.rounded(.down)
    let digits = String(format: "%.0f", whole)
    let half = value - whole == 0.5 ? Decimal(string: "0.5") : Decimal(0)
    return (Decimal(string: digits) ?? .nan) + (half ?? .nan)
  }
}
