import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares number functions with independent implementations.
@Suite struct NumberFunctionTests {
  @Test func doublesRoundAsDisplayed() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<fuzzCount(20_000) {
      let digits = Int.random(in: -3...6, using: &random)
      let number = Self.double(&random)
      var written = try #require(Decimal(string: number.description))
      var rounded = Decimal()
      NSDecimalRound(&rounded, &written, digits, .plain)
      let expected = try #require(Double(rounded.description))
      #expect(
        DoubleRounding.rounded(number, digits: Int64(digits)) == expected,
        "round(\(number), \(digits))"
      )
    }
  }

  /// Numbers with few digits, many of them half way, and any others.
  private static func double(_ random: inout SeededRandom) -> Double {
    if random.chance(30) { return Double.random(in: -1e9...1e9, using: &random) }
    let places = Int.random(in: 0...6, using: &random)
    let digits = Int.random(in: -99999...99999, using: &random) / 10 * 10 + 5
    return Double("\(digits)e-\(places)") ?? 0
  }

  @Test(
    arguments: [
      (0.1, 400, 0.1), (123.456, -2, 100), (123.456, -3, 0), (.leastNonzeroMagnitude, 2, 0),
      (1e300, 5, 1e300),
      (1e300, -300, 1e300), (.infinity, 3, .infinity), (-.infinity, -3, -.infinity),
      (-2.675, 2, -2.68),
      (9.995, 2, 10), (999.5, 0, 1000), (4.5, -1, 0), (5, -1, 10), (0.5, 0, 1), (-0.5, 0, -1),
      (1.7976931348623157e308, -308, .infinity),
      (123_456_789_012_345_680, 1, 123_456_789_012_345_680),
      (0.49999999999999994, 0, 0), (1e22, 3, 1e22), (8.5, .max, 8.5), (8.5, .min, 0),
    ] as [(Double, Int64, Double)]
  )
  func edgesOfRounding(number: Double, digits: Int64, expected: Double) {
    #expect(DoubleRounding.rounded(number, digits: digits) == expected)
  }

  @Test func intsRoundExactlyOrFail() {
    var random = SeededRandom(seed: 12)
    let edges: [Int64] = [.min, .max, 0, 1, -1, 5, -5, 50, 149, 150, .max - 8, .min + 8]
    for number in edges + (0..<2000).map({ _ in Int64.random(in: .min ... .max, using: &random) }) {
      for digits in -21...1 {
        let unit = (0..<max(0, -digits)).reduce(Int128(1)) { unit, _ in unit * 10 }
        let half = number < 0 ? -(unit / 2) : unit / 2
        let exact = (Int128(number) + half) / unit * unit
        let result = try? NumberFunctions.rounded(number, digits: Int64(digits))
        #expect(result == Int64(exactly: exact), "round(\(number), \(digits))")
      }
    }
  }

  @Test func powersAreRepeatedProducts() throws {
    for base in Int64(-12)...12 {
      var exact: Int128? = 1
      for exponent in Int64(0)...70 {
        let expected = exact.flatMap(Int64.init(exactly:))
        #expect((try? NumberFunctions.power(base, exponent)) == expected, "\(base)^\(exponent)")
        exact = exact.map { $0.multipliedReportingOverflow(by: Int128(base)) }
          .flatMap { $0.overflow ? nil : $0.partialValue }
      }
    }
    #expect(try NumberFunctions.power(Int64(0), -1) == nil)
    #expect(try NumberFunctions.power(Int64(2), -1) == 0)
    #expect(try NumberFunctions.power(Int64(-1), .min) == 1)
    #expect(try NumberFunctions.power(Int64(-1), .max) == -1)
    #expect(try NumberFunctions.power(Int64(1), .max) == 1)
  }
}
