import Expressions
import TestSupport
import Testing

/// Sums of Doubles against J. Shewchuk's expansions ("Adaptive Precision Floating-Point Arithmetic",
/// 1997), which hold a sum as Doubles that do not overlap.
@Suite struct ExactSumTests {
  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func sumsAreExactInEveryOrderAndDivision(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let exponents = random.pick([0...0, -4...4, -60...60, -1074...900, -1074 ... -1000])
      let terms = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        Double(
          sign: random.chance(50) ? .plus : .minus,
          exponent: Int.random(in: exponents, using: &random),
          significand: Double.random(in: 1..<2, using: &random)
        )
      }
      let expected = Expansion(terms).rounded
      #expect(sum(terms).total == expected, "\(terms)")
      #expect(sum(terms.shuffled(using: &random)).total == expected, "\(terms)")
      var parts = ExactSum()
      let cut = Int.random(in: 0...terms.count, using: &random)
      parts.add(sum(terms[..<cut]))
      parts.add(sum(terms[cut...]))
      #expect(parts.total == expected, "\(terms)")
    }
  }

  @Test(
    arguments: [
      ([1, 0x1p-53, 0x1p-200], 1.0000000000000002), ([1, 0x1p-53], 1),
      ([1, 0x1p-53, -0x1p-1074], 1), ([1.7e308, 1.7e308, -1.7e308, 1], 1.7e308),
      ([0x1p-1074, 1e308, 1e308, -1e308, -1e308], 0x1p-1074), ([-0.0], 0),
      ([1e300, -1e300, -1e-300], -1e-300), ([0x1p1023, 0x1p1023, -0x1p970], .infinity),
      ([0x1p1023, 0x1p1023, -0x1p970, -1], .greatestFiniteMagnitude),
      ([0x1p1023, 0x1p1023, -0x1p971], .greatestFiniteMagnitude),
    ] as [([Double], Double)]
  )
  func sumsAreRoundedOnce(terms: [Double], expected: Double) {
    #expect(sum(terms).total == expected)
    #expect(sum(terms.reversed()).total == expected)
  }

  @Test func longSumsAreExactBeyondTwoDoubles() {
    var sum = ExactSum()
    for _ in 0..<100_000 {
      sum.add(1e300)
      sum.add(0x1p-1000)
      sum.add(-1e300)
    }
    #expect(sum.total == 100_000 * 0x1p-1000)
  }

  private func sum(_ terms: some Sequence<Double>) -> ExactSum {
    var sum = ExactSum()
    for term in terms { sum.add(term) }
    return sum
  }
}

/// The exact sum of Doubles that stay in range, the least part first.
private struct Expansion {
  private var parts: [Double] = []

  init(_ terms: [Double]) {
    for term in terms { add(term) }
  }

  private mutating func add(_ term: Double) {
    var carried = term
    var kept: [Double] = []
    for part in parts {
      let (large, small) = abs(carried) < abs(part) ? (part, carried) : (carried, part)
      let sum = large + small
      let lost = small - (sum - large)
      if lost != 0 { kept.append(lost) }
      carried = sum
    }
    parts = kept + (carried == 0 ? [] : [carried])
  }

  /// The greatest part with what it lost, ties decided by the parts below.
  var rounded: Double {
    guard var total = parts.last else { return 0 }
    var below = parts.dropLast()
    while let part = below.popLast() {
      let sum = total + part
      let lost = part - (sum - total)
      total = sum
      guard lost != 0 else { continue }
      // Halfway: a part further down on the same side takes the sum to the other neighbor.
      if let next = below.last, (lost < 0) == (next < 0) {
        let doubled = lost * 2
        let other = total + doubled
        if other - total == doubled { total = other }
      }
      break
    }
    return total
  }
}
