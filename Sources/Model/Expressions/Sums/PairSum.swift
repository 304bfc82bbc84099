/// An exact sum of Doubles that two Doubles can hold: the sum as it is rounded, and what that lost.
@frozen
public struct PairSum: BitwiseCopyable, Sendable {
  /// The sum of the numbers, rounded at each addition.
  public var high = 0.0
  /// What the roundings lost.
  public var low = 0.0

  /// The sum of nothing.
  @inlinable
  public init() {}

  /// Adds a number; false, with nothing added, where two Doubles do not hold the sum, or it is out of
  /// range.
  ///
  /// What an addition loses is found by D. Knuth's TwoSum ("The Art of Computer Programming" 2, 4.2.2,
  /// theorem B).
  @inlinable
  @inline(__always)
  public mutating func add(_ value: Double) -> Bool {
    let (sum, lost) = Self.sum(high, value)
    let (lower, lostAgain) = Self.sum(low, lost)
    // Nor is what was lost a number where a sum is out of range.
    guard lostAgain == 0 else { return false }
    high = sum
    low = lower
    return true
  }

  /// The sum of two numbers, and what its rounding lost; no number where it is out of range.
  @inlinable
  @inline(__always)
  static func sum(_ left: Double, _ right: Double) -> (sum: Double, lost: Double) {
    let sum = left + right
    let added = sum - left
    return (sum, (left - (sum - added)) + (right - added))
  }
}
