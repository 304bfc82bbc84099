import Model

/// Intervals of equal width, for `bin` and `bins`.
public enum Bins {
  /// The maximum number of intervals of `bins`.
  public static let maxCount = 10_000

  /// The start of the interval of `width` that contains a number or a date; nil if the width is not
  /// positive.
  static func start(of value: Value, width: Value) -> Value {
    switch (value, width) {
    case (.int(let number), .int(let width)) where width > 0:
      .int(DateFunctions.floored(number, width))
    case (.double(let number), .double(let width)):
      Width(width)?.start(of: number).map(Value.double) ?? .null
    case (.date(let date), .duration(let width)):
      DateFunctions.bin(date.microseconds, width: width)
        .map { .date(Timestamp(microseconds: $0)) } ?? .null
    default: .null
    }
  }

  /// Intervals of the same width.
  ///
  /// Starts are multiples of the decimal width: `bin(0.3, 0.1)` is 0.3, although the binary 0.3 is
  /// less than three times the binary 0.1.
  public struct Width: Sendable {
    private let width: Double
    private let numerator: Double
    private let denominator: Double
    /// Divisions by 1 would take time.
    private let isWhole: Bool

    /// Creates intervals; nil if the width is not positive.
    public init?(_ width: Double) {
      guard width > 0 else { return nil }
      self.width = width
      (numerator, denominator) = Bins.fraction(width)
      isWhole = denominator == 1
    }

    /// The start of the interval that contains a number; nil if the number is infinite.
    public func start(of number: Double) -> Double? {
      guard number.isFinite else { return nil }
      let quotient = (isWhole ? number : number * denominator) / numerator
      var place = (quotient.isFinite ? quotient : number / width).rounded(.down)
      // The quotient can be rounded across a whole number.
      if start(place + 1) <= number { place += 1 }
      if start(place) > number { place -= 1 }
      let found = start(place)
      return found.isFinite ? found + 0 : nil
    }

    @inline(__always)
    private func start(_ place: Double) -> Double {
      isWhole ? place * numerator : place * numerator / denominator
    }
  }

  /// The width as a whole number divided by a power of ten, if it has few decimal places. Both are
  /// exact, so that multiples of the width are rounded once.
  private static func fraction(_ width: Double) -> (Double, Double) {
    var denominator = 1.0
    for _ in 0...15 {
      let numerator = (width * denominator).rounded()
      if numerator / denominator == width, numerator < 0x1p53 { return (numerator, denominator) }
      denominator *= 10
    }
    return (width, 1)
  }

  /// The start of one of `count` intervals from `low` to `high`, which belongs to the last one.
  /// Infinite numbers have their own intervals.
  static func start(of value: Value, count: Int64, low: Value, high: Value) -> Value {
    switch (value, low, high) {
    case (.int(let number), .int(let low), .int(let high)):
      .int(start(of: number, UInt64(count), low, high))
    case (.date(let date), .date(let low), .date(let high)):
      .date(
        Timestamp(
          microseconds: start(
            of: date.microseconds,
            UInt64(count),
            low.microseconds,
            high.microseconds
          )
        )
      )
    case (.double(let number), .double(let low), .double(let high)):
      .double(start(of: number, Double(count), low, high))
    default: .null
    }
  }

  /// The least whole number of the interval.
  private static func start(of number: Int64, _ count: UInt64, _ low: Int64, _ high: Int64) -> Int64
  {
    let range = UInt64(bitPattern: high &- low)
    guard range > 0 else { return low }
    let distance = UInt64(bitPattern: Swift.min(Swift.max(number, low), high) &- low)
    let place = Swift.min(
      count - 1,
      range.dividingFullWidth(distance.multipliedFullWidth(by: count)).quotient
    )
    let (start, rest) = count.dividingFullWidth(range.multipliedFullWidth(by: place))
    return low &+ Int64(bitPattern: start + (rest > 0 ? 1 : 0))
  }

  private static func start(
    of number: Double,
    _ count: Double,
    _ low: Double,
    _ high: Double
  ) -> Double {
    guard number.isFinite, high > low else { return number.isFinite ? low : number }
    // Half of a range always fits in a Double.
    let range = high / 2 - low / 2
    // The least Doubles have no halves.
    guard range > 0 else { return number < high ? low : high }
    func start(_ place: Double) -> Double {
      let whole = (high - low) * place
      return whole.isFinite ? low + whole / count : (low / 2 + range * (place / count)) * 2
    }
    let number = Swift.min(Swift.max(number, low), high)
    var place = Swift.min(count - 1, ((number / 2 - low / 2) / range * count).rounded(.down))
    // The quotient can be rounded across a whole number.
    if place + 1 < count, start(place + 1) <= number {
      place = last(from: place, to: count - 1) { start($0) <= number }
    } else if place > 0, start(place) > number {
      place = last(from: 0, to: place) { start($0) <= number }
    }
    return start(place) + 0
  }

  /// The last place that satisfies a condition, which the first one does and no later one does
  /// after one that does not.
  private static func last(
    from first: Double,
    to last: Double,
    _ holds: (Double) -> Bool
  ) -> Double {
    var (low, high) = (first, last)
    while low < high {
      let middle = low + ((high - low) / 2).rounded(.up)
      if holds(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
