/// The exact sum of Doubles, rounded once, independent of their order.
///
/// It uses a ``PairSum`` where possible, otherwise a ``WideSum``.
public struct ExactSum: Sendable {
  private var pair = PairSum()
  /// The part that the pair cannot represent; usually empty.
  private var rest = WideSum()

  /// Creates an empty sum.
  public init() {}

  /// Creates the sum of a pair and a wide sum.
  public init(_ pair: PairSum, _ rest: WideSum) {
    self.pair = pair
    self.rest = rest
  }

  /// Adds a number.
  public mutating func add(_ value: Double) {
    if pair.add(value) { return }
    rest.add(pair)
    rest.add(value)
    pair = PairSum()
  }

  /// Adds another sum.
  public mutating func add(_ other: ExactSum) {
    add(other.pair.high)
    add(other.pair.low)
    rest.add(other.rest)
  }

  /// The sum; nil if it is NaN (∞ − ∞).
  public var total: Double? {
    // This rounds once, since the pair is exact.
    rest.isEmpty ? pair.high + pair.low : wide.rounded
  }

  /// The mean of `count` numbers, rounded once. It can be finite even if the sum is not; nil
  /// without numbers.
  public func mean(of count: Int64) -> Double? {
    guard count > 0 else { return nil }
    if rest.isEmpty, let mean = pair.mean(of: count) { return mean }
    return wide.mean(of: count)
  }

  /// The total as a wide sum.
  private var wide: WideSum {
    var sum = rest
    sum.add(pair)
    return sum
  }
}
