/// The exact sum of Doubles, rounded once: it does not depend on the order in which they are added.
///
/// Two Doubles hold it while they can; what an addition loses is found by D. Knuth's TwoSum ("The Art
/// of Computer Programming" 2, 4.2.2, theorem B). What needs more goes on in a ``WideSum``.
@frozen
public struct ExactSum: Sendable {
  @usableFromInline var high = 0.0
  @usableFromInline var low = 0.0
  /// What is added to the two Doubles; empty while they hold all.
  @usableFromInline var rest = WideSum()

  /// The sum of nothing.
  @inlinable
  public init() {}

  /// Adds a number.
  @inlinable
  @inline(__always)
  public mutating func add(_ value: Double) {
    let (sum, lost) = Self.twoSum(high, value)
    let (lower, lostAgain) = Self.twoSum(low, lost)
    // No number is lost either where a sum is out of range.
    if lostAgain == 0 {
      (high, low) = (sum, lower)
    } else {
      addWide(value)
    }
  }

  /// Adds all that was added to `other`.
  public mutating func add(_ other: ExactSum) {
    add(other.high)
    add(other.low)
    if !other.rest.isEmpty { rest.add(other.rest) }
  }

  /// The sum; nil when it is no number (∞ − ∞).
  public var total: Double? {
    // Rounded once: the two Doubles are all of it.
    rest.isEmpty ? high + low : wide.rounded(scaledBy: 0)
  }

  /// The mean of `count` numbers, which may be a number where their sum is none; nil of none.
  public func mean(of count: Int64) -> Double? {
    guard count > 0, let total else { return nil }
    if total.isFinite || !wide.isFinite { return total / Double(count) }
    // No number of Doubles that can be counted makes a sum that is too large with this.
    let scale = 64
    guard let scaled = wide.rounded(scaledBy: -scale) else { return nil }
    return scaled / Double(count) * 0x1p64
  }

  /// All of it as one wide number.
  private var wide: WideSum {
    var sum = rest
    sum.add(high)
    sum.add(low)
    return sum
  }

  /// Goes on with a value that two Doubles have no place for.
  @inline(never)
  @usableFromInline
  mutating func addWide(_ value: Double) {
    rest.add(high)
    rest.add(low)
    rest.add(value)
    (high, low) = (0, 0)
  }

  /// The sum of two numbers, and what its rounding lost; no number where it is out of range.
  @inlinable
  @inline(__always)
  static func twoSum(_ left: Double, _ right: Double) -> (sum: Double, lost: Double) {
    let sum = left + right
    let added = sum - left
    return (sum, (left - (sum - added)) + (right - added))
  }
}
