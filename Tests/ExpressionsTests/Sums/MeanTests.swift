import Expressions
import TestSupport
import Testing

/// Averages against whole numbers of any size, in units of the least Double.
@Suite struct MeanTests {
  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func meansAreRoundedOnce(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<80 {
      let exponents = random.pick([
        0...0, -4...4, -60...60, -1074...900, -1074 ... -1000, 900...1010,
      ])
      let terms = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Double(
          sign: random.chance(30) ? .minus : .plus,
          exponent: Int.random(in: exponents, using: &random),
          significand: random.pick([1, 1.5, Double.random(in: 1..<2, using: &random)])
        )
      }
      for count in [Int64(terms.count), 3, 6, 8, .random(in: 1...(1 << 40), using: &random), .max] {
        check(terms, count)
      }
    }
  }

  /// What lies in the middle between two Doubles, and next to it on either side.
  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func tiesRoundToEven(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<80 {
      let lower = Double(
        sign: random.chance(50) ? .plus : .minus,
        exponent: Int.random(
          in: random.pick([-1074 ... -1018, -60...60, 980...1000]),
          using: &random
        ),
        significand: random.pick([1, 2 - .ulpOfOne, Double.random(in: 1..<2, using: &random)])
      )
      let half = Int.random(in: 1...20, using: &random)
      let terms =
        Array(repeating: lower, count: 2 * half)
        + [Double(half) * lower.ulp, 0].shuffled(using: &random)
      for distance in [0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, lower.ulp * 0x1p-60] {
        check(terms + [distance], Int64(2 * half))
      }
    }
  }

  private func check(_ terms: [Double], _ count: Int64) {
    var sum = ExactSum()
    for term in terms { sum.add(term) }
    guard let mean = sum.mean(of: count) else {
      Issue.record("no mean of \(terms) by \(count)")
      return
    }
    #expect(isNearest(mean, toTheSumOf: terms, by: count.magnitude), "\(terms) by \(count)")
  }

  private func isNearest(_ mean: Double, toTheSumOf terms: [Double], by count: UInt64) -> Bool {
    let isNegative = mean < 0
    var (added, taken) = (Natural(), Natural())
    for term in terms {
      // Twice each, as the middles are halves.
      let twice = Natural(term) + Natural(term)
      if (term < 0) == isNegative { added = added + twice } else { taken = taken + twice }
    }
    let mean = mean.magnitude
    return Natural.isNearest(mean, to: (added, taken), by: count)
  }

  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func meansOfIntsAreRoundedOnce(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let bits = Int.random(in: 1...120, using: &random)
      let wide = Int128(UInt64.random(in: 0...UInt64.max, using: &random)) << 56
      let total = wide >> Int128(120 - bits)
      let count = Int64.random(
        in: 1...(Int64.max >> Int64.random(in: 0...62, using: &random)),
        using: &random
      )
      for total in [total, total + 1, -total] {
        let mean = Reduction.quotient(total, count)
        #expect((mean < 0) == (total < 0), "\(total) by \(count)")
        let twice = Natural(total.magnitude << 1, place: -Natural.unit)
        #expect(
          Natural.isNearest(mean.magnitude, to: (twice, Natural()), by: count.magnitude),
          "\(total) by \(count)"
        )
      }
    }
  }

  @Test(
    arguments: [
      ([9007199254740992.0, 1, 0], 3_002_399_751_580_331), ([0x1p53, 1], 0x1p52),
      ([0x1p53, 3], 0x1p52 + 2), ([0x1p-1074, 0], 0),
      ([0x1p-1074, 0x1p-1074, 0x1p-1074, 0], 0x1p-1074),
      ([-0.0, 0], 0),
      ([1e308, 1e308, 1e308], 1e308), ([1, -1, 0], 0), ([.infinity, 1, 2], .infinity),
    ] as [([Double], Double)]
  )
  func knownMeans(terms: [Double], expected: Double) {
    var sum = ExactSum()
    for term in terms { sum.add(term) }
    #expect(sum.mean(of: Int64(terms.count)) == expected)
  }

  @Test func knownMeansOfInts() {
    #expect(Reduction.quotient(9_007_199_254_740_993, 3) == 3_002_399_751_580_331)
    #expect(Reduction.quotient(Int128(Int64.max) * 3, 3) == 0x1p63)
    #expect(Reduction.quotient(-7, 2) == -3.5)
    #expect(Reduction.quotient(0, 5) == 0)
  }
}

/// A whole number of at most 2,400 bits.
private struct Natural {
  /// Digits of 32 bits, the least first.
  private var digits = [UInt64](repeating: 0, count: 75)

  /// The place of the last bit of a Double.
  static let unit = -1074

  init() {}

  /// `bits` times 2 to the power of `place`.
  init(_ bits: UInt128, place: Int) {
    for bit in 0..<128 where bits >> UInt128(bit) & 1 == 1 {
      digits[(place + bit) / 32] |= 1 << UInt64((place + bit) % 32)
    }
  }

  /// A Double's magnitude in units of the least Double; for infinity, the one after the greatest.
  init(_ number: Double) {
    let leading: UInt64 = number.exponentBitPattern == 0 ? 0 : 1 << 52
    self.init(
      UInt128(number.significandBitPattern | leading),
      place: max(Int(number.exponentBitPattern), 1) - 1
    )
  }

  static func + (left: Natural, right: Natural) -> Natural {
    var (sum, carried) = (Natural(), UInt64(0))
    for place in sum.digits.indices {
      let digit = left.digits[place] + right.digits[place] + carried
      (sum.digits[place], carried) = (digit & 0xffff_ffff, digit >> 32)
    }
    return sum
  }

  static func * (left: Natural, right: UInt64) -> Natural {
    var (product, carried) = (Natural(), UInt128(0))
    for place in product.digits.indices {
      let digit = UInt128(left.digits[place]) * UInt128(right) + carried
      product.digits[place] = UInt64(digit & 0xffff_ffff)
      carried = digit >> 32
    }
    return product
  }

  static func < (left: Natural, right: Natural) -> Bool {
    left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
  }

  /// Whether no other Double is as near to half of `twice.added - twice.taken`, divided by `count`, or only
  /// one that is odd.
  static func isNearest(
    _ mean: Double,
    to twice: (added: Natural, taken: Natural),
    by count: UInt64
  ) -> Bool {
    let own = Natural(mean)
    let above = (own + Natural(mean.nextUp)) * count + twice.taken
    let isEven = mean.significandBitPattern & 1 == 0
    guard isEven ? !(above < twice.added) : twice.added < above else { return false }
    if mean == 0 {
      // The neighbor below is the least negative number.
      return !(twice.added + Natural(1, place: 0) * count < twice.taken)
    }
    let below = (own + Natural(mean.nextDown)) * count + twice.taken
    return isEven ? !(twice.added < below) : below < twice.added
  }
}
