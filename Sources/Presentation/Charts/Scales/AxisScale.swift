import Foundation

/// An axis with marks at round values.
package struct AxisScale {
  /// A mark.
  struct Tick {
    let value: Double
    let label: String
    /// The day of a time of day, at the first mark and where the day changes.
    var day: String?
  }

  /// The first and the last value; finite, and `lower` is less than `upper`.
  let lower: Double
  let upper: Double
  /// The marks, ascending.
  let ticks: [Tick]

  /// The position of a value on the axis, from 0 to 1.
  func fraction(of value: Double) -> Double {
    Self.share(of: value, in: lower...upper)
  }

  /// The position of a value in a range, from 0 to 1; 0.5 if the range is empty.
  static func share(of value: Double, in range: ClosedRange<Double>) -> Double {
    // Halved, so that the widest range does not overflow.
    let width = range.upperBound / 2 - range.lowerBound / 2
    guard width > 0 else { return 0.5 }
    return min(max((value / 2 - range.lowerBound / 2) / width, 0), 1)
  }

  /// The width of the widest label.
  var labelWidth: Int { ticks.map(\.label.count).max() ?? 0 }

  /// The label of zero, formatted like the other marks.
  var zeroLabel: String { ticks.first { $0.value == 0 }?.label ?? "0" }
}

extension AxisScale {
  /// An axis of numbers.
  ///
  /// The distance between marks is 1, 2 or 5 times a power of ten, the smallest that gives at most
  /// `most` marks, but at least three. Equal or nearly equal numbers get an axis around them.
  ///
  /// - Parameters:
  ///   - range: The numbers to show.
  ///   - includesZero: Whether the axis always includes zero.
  ///   - minStep: The minimum distance between marks; 1 for counts.
  ///   - endsAtMarks: Whether the axis extends to the next marks instead of ending at the numbers.
  static func numbers(
    _ range: ClosedRange<Double>,
    includesZero: Bool,
    most: Int,
    minStep: Double = 0,
    endsAtMarks: Bool = true
  ) -> AxisScale {
    let (low, high) = widened(range, includesZero: includesZero)
    let most = Double(max(most, 3))
    let rough = max(high / most - low / most, minStep)
    var power = Int(log10(rough).rounded(.down))
    var factor = 1.0
    while true {
      let step = multiple(factor, power)
      let count = (high / step).rounded(.up) - (low / step).rounded(.down) + 1
      if step >= minStep, count <= most { break }
      let next = following(factor, power)
      // For extreme numbers, accept more marks.
      guard multiple(next.factor, next.power).isFinite else { break }
      (factor, power) = next
    }
    let whole = AxisScale(from: low, to: high, factor: factor, power: power)
    guard !endsAtMarks else { return whole }
    let inside = whole.inside(low, high)
    // A single mark shows no scale.
    let finer = preceding(factor, power)
    guard inside.count < 2, multiple(finer.factor, finer.power) >= max(minStep, 1e-300) else {
      return AxisScale(lower: low, upper: high, ticks: inside)
    }
    let between = AxisScale(from: low, to: high, factor: finer.factor, power: finer.power)
    return AxisScale(lower: low, upper: high, ticks: between.inside(low, high))
  }

  /// The marks between two values.
  private func inside(_ low: Double, _ high: Double) -> [Tick] {
    ticks.filter { low <= $0.value && $0.value <= high }
  }

  private init(from low: Double, to high: Double, factor: Double, power: Int) {
    let step = Self.multiple(factor, power)
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    let values = stride(from: first, through: last, by: 1)
      .map { Self.multiple($0 * factor, power) }.filter(\.isFinite)
    ticks = zip(values, NumberLabel.texts(values, unit: power)).map { Tick(value: $0, label: $1) }
    let greatest = Double.greatestFiniteMagnitude
    lower = max(Self.multiple(first * factor, power), -greatest)
    upper = min(Self.multiple(last * factor, power), greatest)
  }

  /// The next larger distance: 1, 2, 5, then the next power of ten.
  private static func following(_ factor: Double, _ power: Int) -> (factor: Double, power: Int) {
    switch factor {
    case 1: (2, power)
    case 2: (5, power)
    default: (1, power + 1)
    }
  }

  /// The next smaller distance.
  private static func preceding(_ factor: Double, _ power: Int) -> (factor: Double, power: Int) {
    switch factor {
    case 5: (2, power)
    case 2: (1, power)
    default: (5, power - 1)
    }
  }

  /// A range wide enough for distinct round numbers.
  private static func widened(
    _ range: ClosedRange<Double>,
    includesZero: Bool
  ) -> (Double, Double) {
    let low = includesZero ? min(range.lowerBound, 0) : range.lowerBound
    let high = includesZero ? max(range.upperBound, 0) : range.upperBound
    let size = max(abs(low), abs(high))
    if size < 1e-300 { return (low < 0 ? -1 : 0, low < 0 && high <= 0 ? 0 : 1) }
    guard high / 2 - low / 2 <= size * 1e-12 else { return (low, high) }
    let greatest = Double.greatestFiniteMagnitude
    return (max(low - size / 2, -greatest), min(high + size / 2, greatest))
  }

  /// `number` times a power of ten, exact if possible.
  private static func multiple(_ number: Double, _ power: Int) -> Double {
    power >= 0 ? number * pow(10, Double(power)) : number / pow(10, Double(-power))
  }
}
