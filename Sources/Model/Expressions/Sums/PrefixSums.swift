/// Exact sums of ranges of the same numbers, in constant time each.
///
/// The sums from the start to each number are integers of 128 bits, in units of the least bit of
/// all Doubles. A range is the difference of two.
public struct PrefixSums {
  private var sums: [Int128]
  /// The value of a unit.
  private let unit: Double

  /// Creates the sums of Ints; those that are not valid count as 0.
  public init(_ numbers: [Int64], isValid: (Int) -> Bool) {
    unit = 1
    sums = Self.running(numbers.count) { isValid($0) ? Int128(numbers[$0]) : 0 }
  }

  /// Creates the sums of Doubles; nil if the magnitudes vary too much for 128 bits, or if a number
  /// is infinite.
  public init?(_ numbers: [Double], isValid: (Int) -> Bool) {
    var (least, greatest) = (Int.max, Int.min)
    for place in numbers.indices where isValid(place) && numbers[place] != 0 {
      let (digits, exponent) = Self.parts(of: numbers[place])
      least = min(least, exponent + digits.trailingZeroBitCount)
      greatest = max(greatest, exponent)
    }
    let countWidth = Int.bitWidth - numbers.count.leadingZeroBitCount
    let isEmpty = greatest == .min
    // Parts of sums stay in the range of Doubles.
    guard isEmpty || (greatest - least + 53 + countWidth < 127 && greatest < 800) else {
      return nil
    }
    if isEmpty { least = 0 }
    unit = Double(sign: .plus, exponent: least, significand: 1)
    sums = Self.running(numbers.count) { place in
      guard isValid(place), numbers[place] != 0 else { return 0 }
      let (digits, exponent) = Self.parts(of: numbers[place])
      let shift = exponent - least
      let scaled = shift >= 0 ? Int128(digits) &<< Int128(shift) : Int128(digits >> -shift)
      return numbers[place] < 0 ? 0 &- scaled : scaled
    }
  }

  @inline(__always)
  private static func running(_ count: Int, _ number: (Int) -> Int128) -> [Int128] {
    Array(unsafeUninitializedCapacity: count + 1) { sums, initialized in
      var sum: Int128 = 0
      sums.initializeElement(at: 0, to: 0)
      for place in 0..<count {
        sum &+= number(place)
        sums.initializeElement(at: place + 1, to: sum)
      }
      initialized = count + 1
    }
  }

  /// A magnitude as an integer times 2 to the power of an exponent; infinities have a great one.
  @inline(__always)
  private static func parts(of number: Double) -> (digits: Int64, exponent: Int) {
    let exponent = Int(number.exponentBitPattern)
    let leading: UInt64 = exponent == 0 ? 0 : 1 << 52
    return (Int64(number.significandBitPattern | leading), max(exponent, 1) - 1075)
  }

  /// The sum of Ints in a range.
  @inline(__always)
  public func integer(_ start: Int, _ end: Int) -> Int128 { sums[end] &- sums[start] }

  /// The sum of Doubles in a range.
  public func double(_ start: Int, _ end: Int) -> ExactSum {
    let sum = integer(start, end)
    let mask: Int128 = 1 << 48 - 1
    var exact = ExactSum()
    // Parts of 48 bits are exact.
    exact.add(Double(Int64(truncatingIfNeeded: sum >> 96)) * (unit * 0x1p96))
    exact.add(Double(Int64(truncatingIfNeeded: sum >> 48 & mask)) * (unit * 0x1p48))
    exact.add(Double(Int64(truncatingIfNeeded: sum & mask)) * unit)
    return exact
  }
}
