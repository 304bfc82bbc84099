import Foundation
import Model

/// Axes of dates, with marks at round times and dates in a time zone.
extension AxisScale {
  /// The distance between two marks.
  private enum Step {
    /// Microseconds that divide a day.
    case time(Int64)
    /// Days; seven are a week that starts on Monday.
    case days(Int64)
    case months(Int64)

    /// Whether this is at least a day.
    var isCalendar: Bool { if case .time = self { false } else { true } }
  }

  private static let second = Timestamp.microsecondsPerSecond

  private static let steps: [Step] =
    times + [1, 2, 7, 14].map { .days($0) }
    + [1, 2, 3, 6].map { .months($0) }
    + [1, 10, 100, 1_000, 10_000].flatMap { power in [1, 2, 5].map { .months(12 * $0 * power) } }
    + [.months(1_200_000), .months(2_400_000)]

  private static let times: [Step] = {
    let parts: [Int64] = [1, 10, 100, 1_000, 10_000, 100_000].flatMap { [$0, 2 * $0, 5 * $0] }
    let sixtieths: [Int64] = [1, 2, 5, 10, 15, 30]
    let hours: [Int64] = [1, 2, 3, 6, 12]
    let lengths = parts + sixtieths.map { $0 * second } + sixtieths.map { $0 * 60 * second }
    return (lengths + hours.map { $0 * 3600 * second }).map { .time($0) }
  }()

  /// An axis of dates, given in microseconds since 1970 UTC.
  ///
  /// - Parameter width: The space for all labels together, in characters.
  static func moments(
    _ range: ClosedRange<Double>,
    in timeZone: TimeZone,
    width: Int
  ) -> AxisScale {
    let zone = ZonedClock(timeZone)
    let from = Int64(clampedTo62Bits: range.lowerBound)
    let to = Int64(clampedTo62Bits: range.upperBound)
    let (low, high) = (zone.local(from), zone.local(to))
    let last = steps.count - 1
    for (index, step) in steps.enumerated() where shows(step, low, high) {
      let places = places(step, low, high, most: index == last ? 1_000 : max(3, width / 12))
      guard let places else { continue }
      let years = places.map { step.isCalendar ? clamped($0, low, high) : $0 }
      let moments = trimmed(moments(years, step, zone), from, to)
      let ticks = ticks(at: moments, step, zone)
      // Days have a separate line.
      let needed = max(
        ticks.reduce(0) { $0 + $1.label.count + 2 },
        ticks.reduce(0) { $0 + ($1.day.map { $0.count + 2 } ?? 0) }
      )
      guard needed <= width || index == last || ticks.count <= 2,
        let first = ticks.first, let end = ticks.last, first.value < end.value
      else { continue }
      // If clocks are set back, repeated times can lie outside the marks.
      return AxisScale(
        lower: min(first.value, range.lowerBound),
        upper: max(end.value, range.upperBound),
        ticks: ticks
      )
    }
    let end = max(range.upperBound, range.lowerBound + 1)
    return AxisScale(lower: range.lowerBound, upper: end, ticks: [])
  }

  /// The ascending instants of local times: two for a repeated time, none for a skipped one.
  private static func moments(_ places: [Int64], _ step: Step, _ zone: ZonedClock) -> [Int64] {
    guard !step.isCalendar else { return places.map(zone.moment) }
    return places.flatMap(zone.moments).sorted()
  }

  /// Drops marks outside the shown range, which repeated times can produce.
  private static func trimmed(_ moments: [Int64], _ from: Int64, _ to: Int64) -> [Int64] {
    let before = zip(moments, moments.dropFirst()).prefix { $1 <= from }.count
    let rest = moments.dropFirst(before)
    let after = zip(rest.reversed(), rest.reversed().dropFirst())
      .prefix { $1 > to }.count
    return Array(rest.dropLast(after))
  }

  /// A local time within the years 1 to 9999 if the shown range is within them.
  private static func clamped(_ place: Int64, _ low: Int64, _ high: Int64) -> Int64 {
    if place < firstDay, low >= firstDay { return firstDay }
    return place > lastDay && high < lastDay + Timestamp.microsecondsPerDay ? lastDay : place
  }

  /// The start of the first and of the last day of these years.
  private static let firstDay =
    CivilDate(year: 1, month: 1, day: 1).dayNumber * Timestamp.microsecondsPerDay
  private static let lastDay =
    CivilDate(year: 9_999, month: 12, day: 31).dayNumber * Timestamp.microsecondsPerDay

  /// A mark for each instant after the previous one; instants can coincide when clocks change.
  private static func ticks(at moments: [Int64], _ step: Step, _ zone: ZonedClock) -> [Tick] {
    var ticks: [Tick] = []
    var last: Int64?
    var lastDay: Int64?
    for moment in moments where last.map({ $0 < moment }) ?? true {
      let local = zone.local(moment)
      let day = local.floored(by: Timestamp.microsecondsPerDay)
      let isNewDay = !step.isCalendar && day != lastDay
      ticks.append(
        Tick(
          value: Double(moment),
          label: label(local, step),
          day: isNewDay ? CivilDate(dayNumber: day).text : nil
        )
      )
      (last, lastDay) = (moment, day)
    }
    return ticks
  }

  /// Whether a step suits the range: times of day for less than two days, whole hours for a
  /// single time.
  private static func shows(_ step: Step, _ low: Int64, _ high: Int64) -> Bool {
    guard case .time(let length) = step else { return true }
    let day = Timestamp.microsecondsPerDay
    if low == high { return !low.isMultiple(of: day) && length >= 3600 * second }
    return low < high && high - low < 2 * day
  }

  /// The local times of the marks around `low` to `high`; nil if there are more than `most`.
  private static func places(_ step: Step, _ low: Int64, _ high: Int64, most: Int) -> [Int64]? {
    let (first, last) = (number(of: low, step), number(of: high, step))
    // A value after the last mark needs one more.
    let end = place(last, step) < high || first == last ? last + 1 : last
    guard end - first < Int64(most) else { return nil }
    return (first...end).map { place($0, step) }
  }

  /// The number of the last mark at or before a local time.
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

  /// The day number of the first Monday, where weeks start.
  private static func weekStart(_ count: Int64) -> Int64 { count % 7 == 0 ? 4 : 0 }

  private static func label(_ local: Int64, _ step: Step) -> String {
    let day = local.floored(by: Timestamp.microsecondsPerDay)
    let date = CivilDate(dayNumber: day)
    switch step {
    case .months(let count) where count % 12 == 0: return "\(date.year)"
    case .months: return "\(date.year)-\(padded(date.month))"
    case .days: return date.text
    case .time(let length):
      let (seconds, fraction) = (local - day * Timestamp.microsecondsPerDay)
        .quotientAndRemainder(dividingBy: second)
      let clock = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60))"
      if length.isMultiple(of: 60 * second) { return clock }
      let digits = length < second ? "." + fractionDigits(fraction, length) : ""
      return clock + ":\(padded(seconds % 60))" + digits
    }
  }

  /// The fraction of a second with the digits needed for a step of `length` microseconds.
  private static func fractionDigits(_ fraction: Int64, _ length: Int64) -> String {
    var (digits, length) = ("\(fraction + second)".dropFirst(), length)
    while length.isMultiple(of: 10) {
      digits.removeLast()
      length /= 10
    }
    return String(digits)
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Converts between instants and local times.
private struct ZonedClock {
  private let timeZone: TimeZone

  init(_ timeZone: TimeZone) { self.timeZone = timeZone }

  /// The local time at an instant, as microseconds since 1970.
  func local(_ moment: Int64) -> Int64 { moment + offset(at: moment) }

  /// An instant with this local time; near a clock change, one of the candidates.
  func moment(_ local: Int64) -> Int64 { local - offset(at: local - offset(at: local)) }

  /// All instants with this local time, ascending: two if it is repeated, none if it is skipped.
  func moments(_ local: Int64) -> [Int64] {
    let day = Timestamp.microsecondsPerDay
    let offsets = Set([local - day, local + day].map(offset))
    return offsets.map { local - $0 }.filter { self.local($0) == local }.sorted()
  }

  private func offset(at moment: Int64) -> Int64 {
    let seconds = Double(moment) / Double(Timestamp.microsecondsPerSecond)
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    return Int64(offset) * Timestamp.microsecondsPerSecond
  }
}

extension Int64 {
  /// A number clamped to ±2^62, so that offsets can be added.
  fileprivate init(clampedTo62Bits number: Double) {
    self = Int64(Swift.min(Swift.max(number, -4.6e18), 4.6e18))
  }

  /// The quotient rounded down; `divisor` is positive.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self < 0 && quotient * divisor != self ? quotient - 1 : quotient
  }
}
