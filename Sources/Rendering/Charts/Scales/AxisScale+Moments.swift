import Foundation
import Model

/// Axes of moments: marks at round times of the clock and the calendar in a zone.
extension AxisScale {
  /// The distance of two marks.
  private enum Step {
    /// Microseconds, which divide a day.
    case time(Int64)
    /// Days; seven are a week from Monday on.
    case days(Int64)
    case months(Int64)

    /// Whether it is days or more.
    var isCalendar: Bool { if case .time = self { false } else { true } }
  }

  private static let second = Timestamp.microsecondsPerSecond

  private static let steps: [Step] =
    [1, 2, 5, 10, 15, 30].map { .time($0 * second) }
    + [1, 2, 5, 10, 15, 30].map { .time($0 * 60 * second) }
    + [1, 2, 3, 6, 12].map { .time($0 * 3600 * second) }
    + [1, 2, 7, 14].map { .days($0) }
    + [1, 2, 3, 6].map { .months($0) }
    + [1, 10, 100, 1_000, 10_000].flatMap { power in [1, 2, 5].map { .months(12 * $0 * power) } }
    + [.months(1_200_000), .months(2_400_000)]

  /// An axis of moments in microseconds since 1970 UTC.
  ///
  /// - Parameter width: The columns that the labels have together: as many marks are made as that has room for.
  static func moments(
    _ range: ClosedRange<Double>,
    in timeZone: TimeZone,
    width: Int
  ) -> AxisScale {
    let zone = ZonedClock(timeZone)
    let low = zone.local(Int64(clampedTo62Bits: range.lowerBound))
    let high = zone.local(Int64(clampedTo62Bits: range.upperBound))
    let last = steps.count - 1
    for (index, step) in steps.enumerated() where step.isCalendar || shows(low, high) {
      let places = places(step, low, high, most: index == last ? 1_000 : max(2, width / 12))
      guard let places else { continue }
      let ticks = ticks(at: places.map { zone.moment($0) }) { label(zone.local($0), step) }
      let needed = ticks.reduce(0) { $0 + $1.label.count + 2 }
      guard needed <= width || index == last || ticks.count <= 2,
        let first = ticks.first, let end = ticks.last, first.value < end.value
      else { continue }
      // Where the clock goes back, what it shows twice may lie beside the marks.
      return AxisScale(
        lower: min(first.value, range.lowerBound),
        upper: max(end.value, range.upperBound),
        ticks: ticks
      )
    }
    let end = max(range.upperBound, range.lowerBound + 1)
    return AxisScale(lower: range.lowerBound, upper: end, ticks: [])
  }

  /// A mark for each of the moments that lies behind those before it: where the clock is changed, two may be one.
  private static func ticks(at moments: [Int64], _ label: (Int64) -> String) -> [Tick] {
    var ticks: [Tick] = []
    var last: Int64?
    for moment in moments where last.map({ $0 < moment }) ?? true {
      ticks.append(Tick(value: Double(moment), label: label(moment)))
      last = moment
    }
    return ticks
  }

  /// Whether times of the day tell apart what lies between: more than one moment, and less than two days.
  private static func shows(_ low: Int64, _ high: Int64) -> Bool {
    low < high && high - low < 2 * Timestamp.microsecondsPerDay
  }

  /// The local times of the marks around what lies between `low` and `high`; nil for more than `most`.
  private static func places(_ step: Step, _ low: Int64, _ high: Int64, most: Int) -> [Int64]? {
    let (first, last) = (number(of: low, step), number(of: high, step))
    // A value behind the last mark needs one more.
    let end = place(last, step) < high || first == last ? last + 1 : last
    guard end - first < Int64(most) else { return nil }
    return (first...end).map { place($0, step) }
  }

  /// The number of the last mark that is not behind a local time.
  private static func number(of local: Int64, _ step: Step) -> Int64 {
    let day = local.floored(by: Timestamp.microsecondsPerDay)
    switch step {
    case .time(let length): return local.floored(by: length)
    case .days(let count): return (day - weekStart(count)).floored(by: count)
    case .months(let count):
      let date = CivilDate(dayNumber: day)
      return (date.year * 12 + date.month - 1).floored(by: count)
    }
  }

  /// The local time of a mark.
  private static func place(_ number: Int64, _ step: Step) -> Int64 {
    switch step {
    case .time(let length): return number * length
    case .days(let count): return (number * count + weekStart(count)) * Timestamp.microsecondsPerDay
    case .months(let count):
      let month = number * count
      let year = month.floored(by: 12)
      let date = CivilDate(year: year, month: month - year * 12 + 1, day: 1)
      return date.dayNumber * Timestamp.microsecondsPerDay
    }
  }

  /// The number of the first Monday, from which weeks are counted.
  private static func weekStart(_ count: Int64) -> Int64 { count % 7 == 0 ? 4 : 0 }

  private static func label(_ local: Int64, _ step: Step) -> String {
    let day = local.floored(by: Timestamp.microsecondsPerDay)
    let date = CivilDate(dayNumber: day)
    let (year, month) = ("\(date.year)", padded(date.month))
    switch step {
    case .months(let count) where count % 12 == 0: return year
    case .months: return "\(year)-\(month)"
    case .days: return "\(year)-\(month)-\(padded(date.day))"
    case .time(let length):
      let seconds = (local - day * Timestamp.microsecondsPerDay) / second
      let clock = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60))"
      if length < 60 * second { return clock + ":\(padded(seconds % 60))" }
      return seconds == 0 ? "\(month)-\(padded(date.day))" : clock
    }
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The clock of a zone.
private struct ZonedClock {
  private let timeZone: TimeZone

  init(_ timeZone: TimeZone) { self.timeZone = timeZone }

  /// What the clock shows at a moment, as microseconds since its 1970.
  func local(_ moment: Int64) -> Int64 { moment + offset(at: moment) }

  /// The moment at which the clock shows a time; near a change of the clock one of those that could be meant.
  func moment(_ local: Int64) -> Int64 { local - offset(at: local - offset(at: local)) }

  private func offset(at moment: Int64) -> Int64 {
    let seconds = Double(moment) / Double(Timestamp.microsecondsPerSecond)
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    return Int64(offset) * Timestamp.microsecondsPerSecond
  }
}

extension Int64 {
  /// A number within ±2^62, so that offsets can be added.
  fileprivate init(clampedTo62Bits number: Double) {
    self = Int64(Swift.min(Swift.max(number, -4.6e18), 4.6e18))
  }

  /// The quotient rounded down; `divisor` is positive.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self < 0 && quotient * divisor != self ? quotient - 1 : quotient
  }
}
