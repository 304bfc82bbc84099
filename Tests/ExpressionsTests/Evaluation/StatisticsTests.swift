import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares statistics with their definitions.
@Suite struct StatisticsTests {
  private static func reduced(
    _ function: AggregateFunction,
    _ values: [Value],
    argument: Value = .null
  ) throws -> Value {
    var reduction = Reduction(
      function,
      options: AggregateOptions(argument: argument),
      type: .double
    )
    for value in values { reduction.add(value) }
    return try reduction.result()
  }

  private static func number(_ value: Value) -> Double? {
    if case .double(let number) = value { number } else { nil }
  }

  @Test func momentsAreThoseOfTheirDefinitions() throws {
    var random = SeededRandom(seed: 71)
    for _ in 0..<fuzzCount(200) {
      let count = Int.random(in: 3...40, using: &random)
      let numbers = (0..<count).map { _ in Double.random(in: -100...100, using: &random) }
      let values = numbers.map(Value.double) + [.null]
      let (n, mean) = (Double(count), numbers.reduce(0, +) / Double(count))
      let second = numbers.reduce(0) { $0 + pow($1 - mean, 2) }
      let third = numbers.reduce(0) { $0 + pow($1 - mean, 3) }
      let variance = second / (n - 1)
      let skewness = (n * third) / ((n - 1) * (n - 2) * pow(variance, 1.5))
      let expected: [(AggregateFunction, Double)] = [
        (.variance, variance), (.stddev, variance.squareRoot()),
        (.stddevp, (second / n).squareRoot()), (.skewness, skewness),
      ]
      for (function, value) in expected {
        let found = try #require(Self.number(try Self.reduced(function, values)))
        #expect(abs(found - value) <= 1e-9 * max(1, abs(value)), "\(function) of \(numbers)")
      }
    }
  }

  @Test func percentilesAreInterpolated() throws {
    var random = SeededRandom(seed: 72)
    for _ in 0..<fuzzCount(200) {
      let count = Int.random(in: 1...30, using: &random)
      let numbers = (0..<count).map { _ in Double(Int.random(in: -9...9, using: &random)) }
      let fraction = Double.random(in: 0...1, using: &random)
      let sorted = numbers.sorted()
      let place = fraction * Double(count - 1)
      let (low, high) = (sorted[Int(place)], sorted[min(Int(place) + 1, count - 1)])
      let expected = low + (high - low) * (place - place.rounded(.down))
      let found = try Self.reduced(
        .percentile,
        numbers.map(Value.double),
        argument: .double(fraction)
      )
      #expect(abs(try #require(Self.number(found)) - expected) < 1e-9)
    }
  }

  @Test func linesAreThoseOfLeastSquares() throws {
    var random = SeededRandom(seed: 73)
    for _ in 0..<fuzzCount(200) {
      let points = (0..<Int.random(in: 3...30, using: &random)).map { _ in
        (Double.random(in: -9...9, using: &random), Double.random(in: -9...9, using: &random))
      }
      let n = Double(points.count)
      let sumX = points.reduce(0) { $0 + $1.0 }
      let sumY = points.reduce(0) { $0 + $1.1 }
      let products = points.reduce(0) { $0 + $1.0 * $1.1 } - sumX * sumY / n
      let squaresX = points.reduce(0) { $0 + $1.0 * $1.0 } - sumX * sumX / n
      let squaresY = points.reduce(0) { $0 + $1.1 * $1.1 } - sumY * sumY / n
      let slope = products / squaresX
      let expected = [
        slope, (sumY - slope * sumX) / n, products * products / (squaresX * squaresY),
      ]
      let values =
        points.map { Value.list([.double($0.0), .double($0.1)]) }
        + [.list([.null, .double(1)]), .list([.double(1), .null])]
      guard case .list(let found) = try Self.reduced(.regression, values) else {
        Issue.record("no line")
        continue
      }
      for (value, number) in zip(found, expected) {
        #expect(abs(try #require(Self.number(value)) - number) < 1e-6)
      }
      let correlation = try #require(Self.number(try Self.reduced(.correlation, values)))
      #expect(abs(correlation - products / (squaresX * squaresY).squareRoot()) < 1e-9)
    }
  }

  /// Numbers whose squares are out of range have the same correlation.
  @Test(arguments: [1, 1e-200, 1e200, 0x1p-1030, 1e307])
  func linesOfNumbersOfAnySize(unit: Double) throws {
    let values = zip([1.0, 2, 3], [1.0, 2, 4]).map { x, y in
      Value.list([.double(x), .double(y * unit)])
    }
    let correlation = try #require(Self.number(try Self.reduced(.correlation, values)))
    #expect(abs(correlation - 0.9819805060619657) < 1e-12)
    guard case .list(let line) = try Self.reduced(.regression, values) else {
      Issue.record("no line")
      return
    }
    let numbers = line.compactMap(Self.number)
    #expect(numbers.count == 3)
    #expect(abs(numbers[0] / unit - 1.5) < 1e-9)
    #expect(abs(numbers[1] / unit + 2.0 / 3) < 1e-9)
    #expect(abs(numbers[2] - 27.0 / 28) < 1e-12)
  }

  @Test(
    arguments: [
      (.variance, 1), (.stddev, 1), (.skewness, 2), (.correlation, 1), (.regression, 1), (.mode, 0),
      (.percentile, 0),
    ] as [(AggregateFunction, Int)]
  )
  func tooFewValuesGiveNil(function: AggregateFunction, count: Int) throws {
    let isPair = function == .correlation || function == .regression
    let value: Value = isPair ? .list([.double(1), .double(2)]) : .double(1)
    #expect(try Self.reduced(function, Array(repeating: value, count: count)) == .null)
  }

  @Test func theModeIsTheLeastOfTheMostFrequent() throws {
    let values: [Value] = [.string("b"), .string("a"), .string("b"), .string("a"), .string("c")]
    #expect(try Self.reduced(.mode, values) == .string("a"))
  }
}
