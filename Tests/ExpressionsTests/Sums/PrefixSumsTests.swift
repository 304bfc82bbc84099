import Expressions
import TestSupport
import Testing

/// Sums of ranges against exact sums of their numbers.
@Suite struct PrefixSumsTests {
  @Test(arguments: 0..<UInt64(fuzzCount(12)))
  func sumsOfRangesAreExact(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var found = 0
    for _ in 0..<40 {
      let exponents = random.pick([0...0, -4...4, -20...20, -1074 ... -1030, 700...760, -60...60])
      let numbers = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        random.chance(10)
          ? 0
          : Double(
            sign: random.chance(50) ? .plus : .minus,
            exponent: Int.random(in: exponents, using: &random),
            significand: random.pick([1, 1.5, Double.random(in: 1..<2, using: &random)])
          )
      }
      let isValid = numbers.map { _ in random.chance(90) }
      guard let sums = PrefixSums(numbers, isValid: { isValid[$0] }) else { continue }
      found += 1
      for _ in 0..<20 {
        let start = Int.random(in: 0...numbers.count, using: &random)
        let end = Int.random(in: start...numbers.count, using: &random)
        var expected = ExactSum()
        for place in start..<end where isValid[place] { expected.add(numbers[place]) }
        #expect(sums.double(start, end).total == expected.total, "\(numbers[start..<end])")
        let count = Int64(max(1, end - start))
        #expect(sums.double(start, end).mean(of: count) == expected.mean(of: count))
      }
    }
    #expect(found > 10)
  }

  @Test func numbersThatVaryTooMuchAreRefused() {
    #expect(PrefixSums([1e300, 1], isValid: { _ in true }) == nil)
    #expect(PrefixSums([.infinity, 1], isValid: { _ in true }) == nil)
    #expect(PrefixSums([.infinity, 1], isValid: { $0 == 1 })?.double(0, 2).total == 1)
  }

  @Test func sumsOfIntsDoNotOverflow() {
    let sums = PrefixSums([.max, .max, .min, 5], isValid: { $0 != 3 })
    #expect(sums.integer(0, 2) == Int128(Int64.max) * 2)
    #expect(sums.integer(0, 4) == Int128(Int64.max) - 1)
    #expect(sums.integer(3, 4) == 0)
  }
}
