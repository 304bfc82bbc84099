import Expressions
import Model
import TestSupport
import Testing

/// Statistics of ranges against those of their numbers alone.
@Suite struct RangeStatisticsTests {
  /// Numbers that make running sums lose digits: far from 0, with runs of equal ones, of very
  /// different magnitudes.
  private static func numbers(_ random: inout SeededRandom) -> [Double] {
    let kind = Int.random(in: 0...6, using: &random)
    var last = 0.0
    return (0..<Int.random(in: 1...300, using: &random)).map { place in
      switch kind {
      case 0: last = Double.random(in: -100...100, using: &random)
      case 1: last = 1e9 + Double.random(in: 0...1, using: &random)
      case 2: last = random.chance(95) ? last : Double.random(in: -9...9, using: &random)
      case 3: last = random.pick([1e-12, 1, 1e12]) * Double.random(in: -1...1, using: &random)
      // The mean of all is far from most ranges.
      case 6: last = place < 9 ? 1e15 : Double.random(in: 0...0.005, using: &random)
      case 4: last = Double(Int.random(in: -3...3, using: &random))
      default: last = random.pick([1e-150, 1e150]) * Double.random(in: -1...1, using: &random)
      }
      return last
    }
  }

  private static func areNear(_ left: Double?, _ right: Double?, _ size: Double) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-9 * max(abs(left), abs(right), size)
  }

  @Test(arguments: [.stddev, .stddevp, .variance, .skewness] as [AggregateFunction])
  func momentsAreThoseOfTheNumbers(function: AggregateFunction) {
    var random = SeededRandom(seed: 81)
    for _ in 0..<fuzzCount(60) {
      let numbers = Self.numbers(&random)
      let statistics = RangeStatistics(function, numbers)
      for _ in 0..<20 {
        let start = Int.random(in: 0...numbers.count, using: &random)
        let range = start..<Int.random(in: start...numbers.count, using: &random)
        let expected = Statistics.moment(function, of: Array(numbers[range]))
        let found = statistics.number(of: range)
        // A skewness near 0 is as precise as one near 1.
        let size = function == .skewness ? 1.0 : 0
        #expect(Self.areNear(found, expected, size), "\(function) of \(numbers[range])")
      }
    }
  }

  @Test func linesAreThoseOfThePoints() {
    var random = SeededRandom(seed: 82)
    for _ in 0..<fuzzCount(60) {
      let (x, other) = (Self.numbers(&random), Self.numbers(&random))
      let y = x.indices.map { other[$0 % other.count] }
      let statistics = RangeStatistics(.correlation, x, y)
      for _ in 0..<20 {
        let start = Int.random(in: 0...x.count, using: &random)
        let range = start..<Int.random(in: start...x.count, using: &random)
        let expected = Statistics.Line(Array(x[range]), Array(y[range]))
        let found = statistics.line(through: range)
        #expect(Self.areNear(found.correlation, expected.correlation, 1), "\(x) \(y) \(range)")
        guard let line = found.coefficients, let wanted = expected.coefficients else {
          #expect(found.coefficients == nil && expected.coefficients == nil)
          continue
        }
        #expect(Self.areNear(line[2], wanted[2], 1))
      }
    }
  }

  @Test func percentilesOfManyNumbersAreThoseOfTheSortedOnes() {
    var random = SeededRandom(seed: 83)
    for _ in 0..<fuzzCount(100) {
      let numbers = Self.numbers(&random)
      let fraction = random.pick([0, 1, 0.5, Double.random(in: 0...1, using: &random)])
      let sorted = numbers.sorted()
      let expected = Statistics.percentile(of: sorted.count, fraction) { sorted[$0] }
      #expect(Statistics.percentile(of: numbers, fraction) == expected)
      #expect(Statistics.percentile(of: sorted.reversed(), fraction) == expected)
    }
  }
}
