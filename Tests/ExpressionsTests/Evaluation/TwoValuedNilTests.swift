import Expressions
import Foundation
import Model
import Testing

/// Compares comparisons and logic with nil to Swift's optionals.
@Suite struct TwoValuedNilTests {
  private static let numbers: [Int64?] = [nil, -1, 0, 1]
  private static let truths: [Bool?] = [nil, false, true]

  @Test(arguments: numbers, numbers)
  func comparisonsMatchOptionals(left: Int64?, right: Int64?) throws {
    let expected: [ComparisonOperator: Bool] = [
      .equal: left == right,
      .notEqual: left != right,
      .less: both(left, right) { $0 < $1 },
      .lessOrEqual: both(left, right) { $0 <= $1 },
      .greater: both(left, right) { $0 > $1 },
      .greaterOrEqual: both(left, right) { $0 >= $1 },
    ]
    for operation in ComparisonOperator.allCases {
      let holds = try evaluate(.comparison(operation, number(left), number(right)))
      #expect(holds == expected[operation], "\(operation)")
    }
  }

  @Test(arguments: truths, truths)
  func nilIsNotTrue(left: Bool?, right: Bool?) throws {
    let (a, b) = (left ?? false, right ?? false)
    #expect(try evaluate(.and(truth(left), truth(right))) == (a && b))
    #expect(try evaluate(.or(truth(left), truth(right))) == (a || b))
    #expect(try evaluate(.not(truth(left))) == !a)
    #expect(try evaluate(.isNull(truth(left))) == (left == nil))
    #expect(
      try evaluate(
        .conditional(truth(left), then: truth(true), otherwise: truth(false))
      ) == a
    )
  }

  @Test(arguments: numbers)
  func membershipAndRangesMatchOptionals(number: Int64?) throws {
    let lists: [[Int64?]] = [[], [nil], [0, 1], [1, nil]]
    for list in lists {
      let holds = try evaluate(.membership(self.number(number), list.map(self.number)))
      #expect(holds == list.contains(number), "\(list)")
    }
    for isClosed in [true, false] {
      let range = TypedExpression.Kind.range(
        self.number(number),
        from: self.number(-1),
        to: self.number(1),
        isClosed: isClosed
      )
      let expected = number.map { isClosed ? (-1...1).contains($0) : (-1..<1).contains($0) }
      #expect(try evaluate(range) == expected ?? false)
    }
    let open = TypedExpression.Kind.range(
      self.number(number),
      from: self.number(nil),
      to: self.number(1),
      isClosed: true
    )
    #expect(try evaluate(open) == false)
  }

  @Test func unneededExpressionsDoNotFail() throws {
    let failing = TypedExpression(
      .comparison(
        .greater,
        TypedExpression(.arithmetic(.add, number(.max), number(1)), .int),
        number(0)
      ),
      .bool
    )
    #expect(try evaluate(.and(truth(false), failing)) == false)
    #expect(try evaluate(.or(truth(true), failing)) == true)
    #expect(try evaluate(.coalesce(truth(true), failing)) == true)
    #expect(try evaluate(.conditional(truth(nil), then: failing, otherwise: truth(true))) == true)
    #expect(throws: EvaluationError.self) { try evaluate(.and(truth(true), failing)) }
    #expect(throws: EvaluationError.self) { try evaluate(.and(failing, truth(false))) }
  }

  private func both(
    _ left: Int64?,
    _ right: Int64?,
    _ holds: (Int64, Int64) -> Bool
  ) -> Bool {
    guard let left, let right else { return false }
    return holds(left, right)
  }

  private func number(_ value: Int64?) -> TypedExpression {
    .literal(value.map(Value.int) ?? .null, .int)
  }

  private func truth(_ value: Bool?) -> TypedExpression {
    .literal(value.map(Value.bool) ?? .null, .bool)
  }

  private func evaluate(_ kind: TypedExpression.Kind) throws -> Bool {
    let context = EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
    return try ScalarEvaluator(source: NoRecords(), context: context)
      .holds(TypedExpression(kind, .bool), scopes: [])
  }
}
