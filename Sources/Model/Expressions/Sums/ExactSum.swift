/// The exact sum of Doubles, rounded once: it does not depend on the order in which they are added.
///
/// A ``PairSum`` holds it while it can; what needs more goes on in a ``WideSum``.
public struct ExactSum: Sendable {
  private var pair = PairSum()
  /// What is added to the pair; empty while that holds all.
  private var rest = WideSum()

  /// The sum of nothing.
  public init() {}

  /// A sum that a pair and a wide sum hold together.
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

  /// Adds all that was added to `other`.
  public mutating func add(_ other: ExactSum) {
    add(other.pair.high)
    add(other.pair.low)
    rest.add(other.rest)
  }

  /// The sum; nil when it is no number (∞ − ∞).
  public var total: Double? {
    // Rounded once: the pair is all of it.
    rest.isEmpty ? pair.high + pair.low : wide.rounded
  }

  /// The mean of `count` numbers, rounded once too, which may be a number where their sum is none; nil of none.
  public func mean(of count: Int64) -> Double? {
    guard count > 0 else { return nil }
    if rest.isEmpty, let mean = pair.mean(of: count) { return mean }
    return wide.mean(of: count)
  }

  /// All of it as one wide number.
  private var wide: WideSum {
    var sum = rest
    sum.add(pair)
    return sum
  }
}
