/// An exact sum of Doubles as two Doubles: the rounded sum and the rounding error.
@frozen
public struct PairSum: BitwiseCopyable, Sendable {
  /// The rounded sum.
  public var high = 0.0
  /// The rounding error.
  public var low = 0.0

  /// Creates an empty sum.
  @inlinable
  public init() {}

  /// Adds a number. Returns false, without adding it, if two Doubles cannot represent the sum, or
  /// if it is out of range.
  ///
  /// The rounding error comes from D. Knuth's TwoSum ("The Art of Computer Programming" 2, 4.2.2,
  /// theorem B).
  @inlinable
  @inline(__always)
  public mutating func add(_ value: Double) -> Bool {
    let (sum, lost) = Self.sum(high, value)
    let (lower, lostAgain) = Self.sum(low, lost)
    // This also fails if the sum is out of range, as the error is then NaN.
    guard lostAgain == 0 else { return false }
    high = sum
    low = lower
    return true
  }

  /// The sum of two numbers and its rounding error, which is NaN if the sum is out of range.
  @inlinable
  @inline(__always)
  static func sum(_ left: Double, _ right: Double) -> (sum: Double, lost: Double) {
    let sum = left + right
    let added = sum - left
    return (sum, (left - (sum - added)) + (right - added))
  }
}
