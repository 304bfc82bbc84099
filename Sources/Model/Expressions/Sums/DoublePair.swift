/// A number as the sum of two Doubles, with about 104 bits (T. Dekker, "A Floating-Point Technique
/// for Extending the Available Precision", 1971).
struct DoublePair {
  var high = 0.0
  var low = 0.0

  /// The exact difference of two numbers.
  @inline(__always)
  static func difference(_ left: Double, _ right: Double) -> DoublePair {
    let (sum, lost) = PairSum.sum(left, -right)
    return DoublePair(high: sum, low: lost)
  }

  @inline(__always)
  static func + (left: DoublePair, right: DoublePair) -> DoublePair {
    let (sum, lost) = PairSum.sum(left.high, right.high)
    let (lower, lostAgain) = PairSum.sum(left.low, right.low)
    let first = normalized(sum, lost + lower)
    return normalized(first.high, first.low + lostAgain)
  }

  @inline(__always)
  static func - (left: DoublePair, right: DoublePair) -> DoublePair {
    left + DoublePair(high: -right.high, low: -right.low)
  }

  @inline(__always)
  static func * (left: DoublePair, right: DoublePair) -> DoublePair {
    let product = left.high * right.high
    let lost = (-product).addingProduct(left.high, right.high)
    return normalized(product, lost + (left.high * right.low + left.low * right.high))
  }

  @inline(__always)
  static func / (left: DoublePair, right: Double) -> DoublePair {
    let quotient = left.high / right
    let rest = left.high.addingProduct(-quotient, right) + left.low
    return normalized(quotient, rest / right)
  }

  @inline(__always)
  private static func normalized(_ high: Double, _ low: Double) -> DoublePair {
    let sum = high + low
    return DoublePair(high: sum, low: low - (sum - high))
  }
}
