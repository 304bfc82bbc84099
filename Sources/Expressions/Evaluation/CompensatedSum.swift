/// A compensated sum of Doubles in the order of adding.
public struct CompensatedSum: Sendable {
  private var sum = 0.0
  private var compensation = 0.0
  /// Once the sum of finite numbers is not finite: all of it, and what was lost, times ``scale``.
  private var scaled: (sum: Double, compensation: Double)?
  /// Whether nothing was added.
  public private(set) var isEmpty = true

  /// No number of Doubles that can be counted makes a sum that is too large with this.
  private static let scale = 0x1p-64

  /// The sum of nothing.
  public init() {}

  /// Adds a number.
  @inline(__always)
  public mutating func add(_ value: Double) {
    isEmpty = false
    let next = sum + value
    if !next.isFinite { addScaled(value) }
    compensation += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
    sum = next
  }

  /// The sum; nil when it is no number (∞ − ∞).
  public var total: Double? {
    // Once infinite, the compensation is no number and the plain sum says all there is to say.
    let total = sum.isFinite ? sum + compensation : sum
    return total.isNaN ? nil : total
  }

  /// The mean of `count` numbers, which may be a number where their sum is none; nil of none.
  public func mean(of count: Int64) -> Double? {
    guard count > 0 else { return nil }
    guard let scaled else { return total.map { $0 / Double(count) } }
    let total = scaled.sum.isFinite ? scaled.sum + scaled.compensation : scaled.sum
    return total.isNaN ? nil : total / Double(count) / Self.scale
  }

  /// Adds a number to a sum that is not finite any more.
  @inline(never)
  private mutating func addScaled(_ value: Double) {
    if scaled == nil {
      guard sum.isFinite, value.isFinite else { return }
      scaled = (sum * Self.scale, compensation * Self.scale)
    }
    guard let (sum, compensation) = scaled else { return }
    let value = value * Self.scale
    let next = sum + value
    let lost = abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
    scaled = (next, compensation + lost)
  }
}
