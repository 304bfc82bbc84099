import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares aggregates with exact totals.
@Suite struct ReductionTests {
  @Test(arguments: 0..<UInt64(fuzzCount(4)))
  func sumsOfDoublesAreWithinARoundingOfTheExactTotal(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      // Whole multiples of 2^-30, large ones beside small ones, so that the exact total is an Int.
      let terms = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Int128(Int64.random(in: -(1 << 52)...(1 << 52), using: &random))
          << random.pick([0, 0, 8, 24, 40])
      }
      let unit = Double(sign: .plus, exponent: -30, significand: 1)
      var sum = ExactSum()
      for term in terms { sum.add(Double(term) * unit) }
      let exact = Double(terms.reduce(0, +)) * unit
      #expect(abs((sum.total ?? .nan) - exact) <= exact.ulp, "\(terms)")
    }
  }

  @Test(
    arguments: [
      ([1, 1e100, 1, -1e100], 2), ([0.1, 0.2, 0.3, -0.6], 2.7755575615628914e-17), ([], 0),
      ([.infinity, 1], .infinity), ([-.infinity, 1e308], -.infinity), ([1e308, 1e308], .infinity),
    ] as [([Double], Double)]
  )
  func smallTermsAreNotLost(terms: [Double], expected: Double) {
    var sum = ExactSum()
    for term in terms { sum.add(term) }
    #expect(sum.total == expected)
  }

  @Test(
    arguments: [
      ([1.5e308, 1.5e308, 1.5e308], 1.5e308), ([1.7e308, 1.7e308, -1.7e308, -1.7e308, 5], 1),
      ([-1.7e308, -1.7e308], -1.7e308), ([1.7e308, 1.7e308, .infinity], .infinity),
      ([.infinity, 1.7e308, 1.7e308], .infinity), ([1, 2, 4.5], 2.5),
      ([Double](repeating: 1.7e308, count: 1000), 1.7e308),
      ([0x1p53, 1, 0], 3_002_399_751_580_331), ([0x1p53, 3], 0x1p52 + 2),
      ([0x1p-1074, 0], 0), ([0x1p-1074, 0x1p-1074, 0x1p-1074, 0], 0x1p-1074),
    ] as [([Double], Double)]
  )
  func meansInRangeAreFound(terms: [Double], expected: Double) throws {
    #expect(try reduce(.avg, terms.map(Value.double), .double) == .double(expected))
  }

  @Test(
    arguments: [
      ([1e308, -1e308], 1.414213562373095e308), ([1.5e308, 1.5e308, 1.5e308], 0),
      ([1e-200, 3e-200], 1.4142135623730951e-200), ([1, 3], 1.4142135623730951),
      ([0, 0], 0), ([.infinity, 1], nil), ([1], nil),
    ] as [([Double], Double?)]
  )
  func deviationsThatFitAreFound(numbers: [Double], expected: Double?) {
    let deviation = Statistics.deviation(of: numbers)
    guard let deviation, let expected, expected != 0 else {
      #expect(deviation == expected)
      return
    }
    #expect(abs(deviation / expected - 1) < 1e-15)
  }

  @Test func infinitiesOfBothSignsHaveNoSum() throws {
    #expect(try reduce(.sum, [.double(.infinity), .double(-.infinity)], .double) == .null)
    #expect(try reduce(.avg, [.double(.infinity), .double(-.infinity)], .double) == .null)
  }

  @Test func onlyTheTotalOfIntsCanOverflow() throws {
    let halfway: [Value] = [.int(.max), .int(.max), .int(-.max), .int(-.max), .int(7)]
    #expect(try reduce(.sum, halfway, .int) == .int(7))
    #expect(throws: EvaluationError.sumOverflow) { try reduce(.sum, [.int(.max), .int(1)], .int) }
    #expect(
      try reduce(.avg, [.int(.max), .int(.max)], .double) == .double(9_223_372_036_854_775_808)
    )
  }

  @Test func outOfRangeDecimalsAreRejected() {
    let greatest = Value.decimal(.greatestFiniteMagnitude)
    for function in [AggregateFunction.sum, .avg] {
      #expect(throws: EvaluationError.sumOverflow) {
        try reduce(function, Array(repeating: greatest, count: 12), .decimal)
      }
    }
  }

  @Test(
    arguments: [
      (AggregateFunction.count, [.null, .int(3), .int(3)], Value.int(2)),
      (.sum, [.null, .int(3), .int(4)], .int(7)), (.min, [.null, .int(3), .int(-4)], .int(-4)),
      (.max, [.int(3), .null, .int(4)], .int(4)), (.sum, [], .int(0)), (.sum, [.null], .int(0)),
      (.min, [], .null), (.max, [.null], .null), (.count, [], .int(0)),
    ] as [(AggregateFunction, [Value], Value)]
  )
  func nilsAreSkipped(function: AggregateFunction, values: [Value], expected: Value) throws {
    #expect(try reduce(function, values, .int) == expected)
  }

  @Test func averagesSkipNils() throws {
    #expect(try reduce(.avg, [.null, .int(1), .int(2)], .double) == .double(1.5))
    #expect(try reduce(.avg, [.null], .double) == .null)
    #expect(try reduce(.avg, [.decimal(1), .null, .decimal(2)], .decimal) == .decimal(1.5))
  }

  private func reduce(
    _ function: AggregateFunction,
    _ values: [Value],
    _ type: ValueType
  ) throws -> Value {
    var reduction = Reduction(function, type: type)
    for value in values { reduction.add(value) }
    return try reduction.result()
  }
}
