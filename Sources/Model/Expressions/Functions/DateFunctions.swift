public import Model

/// Date functions. They use the calendar of UTC, or of a time zone that the query names, so that
/// results do not depend on the session's time zone.
public enum DateFunctions {
  /// A part of the moment; weekday 1 is Sunday, weeks are those of ISO 8601.
  public static func part(_ function: ScalarFunction, of microseconds: Int64) -> Int64 {
    let moment = CivilMoment(Timestamp(microseconds: microseconds))
    switch function {
    case .hour: return moment.timeOfDay / (3600 * Timestamp.microsecondsPerSecond)
    case .minute: return moment.timeOfDay / (60 * Timestamp.microsecondsPerSecond) % 60
    case .second: return moment.timeOfDay / Timestamp.microsecondsPerSecond % 60
    // 1 January 1970 was a Thursday.
    case .weekday: return (moment.date.dayNumber % 7 + 11) % 7 + 1
    case .year: return moment.date.year
    case .quarter: return (moment.date.month + 2) / 3
    case .month: return moment.date.month
    case .week: return week(of: moment.date).number
    case .isoYear: return week(of: moment.date).year
    case .dayOfYear: return dayOfYear(moment.date)
    default: return moment.date.day
    }
  }

  /// Whether the function is a part of one date.
  public static func isPart(_ function: ScalarFunction) -> Bool { parts.contains(function) }

  private static let parts: Set<ScalarFunction> = [
    .year, .quarter, .month, .week, .day, .weekday, .hour, .minute, .second, .isoYear, .dayOfYear,
  ]

  /// The days since the Monday of the week.
  static func daysSinceMonday(_ date: CivilDate) -> Int64 {
    let days = (date.dayNumber + 3) % 7
    return days < 0 ? days + 7 : days
  }

  /// The week of ISO 8601, which belongs to the year of its Thursday.
  static func week(of date: CivilDate) -> (year: Int64, number: Int64) {
    let thursday = CivilDate(dayNumber: date.dayNumber - daysSinceMonday(date) + 3)
    return (thursday.year, (dayOfYear(thursday) - 1) / 7 + 1)
  }

  static func dayOfYear(_ date: CivilDate) -> Int64 {
    date.dayNumber - CivilDate(year: date.year, month: 1, day: 1).dayNumber + 1
  }

  /// The start of a day; nil if the day does not exist or is out of range.
  public static func date(year: Int64, month: Int64, day: Int64) -> Timestamp? {
    let date = CivilDate(year: year, month: month, day: day)
    guard years.contains(year), date.exists else { return nil }
    return Timestamp(day: date.dayNumber, timeOfDay: 0)
  }

  /// The date of a string in the format of ISO 8601; nil if it is not one.
  public static func date(iso text: String) -> Timestamp? {
    DateReader.date(iso: text, .utc).map { Timestamp(microseconds: $0) }
  }

  /// More years than a Date can reach.
  static let years: ClosedRange<Int64> = -1_000_000...1_000_000

  /// The start or the last microsecond of the unit that contains a moment; nil if out of range.
  public static func bound(
    _ function: ScalarFunction,
    _ unit: CalendarUnit,
    of moment: Int64,
    _ clock: ZoneClock
  ) -> Int64? {
    let local = clock.shown(moment)
    let isStart = function == .startOf
    guard let bound = unit.start(of: local, offset: isStart ? 0 : 1) else { return nil }
    let start = Self.moment(showing: bound, near: moment, local, unit, clock)
    return isStart ? start : start &- 1
  }

  /// The moment at which clocks show the start of a unit. An hour that clocks show twice has two
  /// starts.
  private static func moment(
    showing bound: Int64,
    near moment: Int64,
    _ local: Int64,
    _ unit: CalendarUnit,
    _ clock: ZoneClock
  ) -> Int64 {
    guard let length = unit.shortLength else { return clock.moment(showing: bound) }
    let start = moment &+ (bound &- local)
    // Where clocks change by half an hour, hours do not start at equal distances.
    return (clock.shown(start) &- bound) % length == 0 ? start : clock.moment(showing: bound)
  }

  /// The whole units between two moments; negative if the second is earlier. Days and longer units
  /// are those of the clock, the others those that pass.
  public static func difference(
    _ function: ScalarFunction,
    from start: Int64,
    to end: Int64,
    _ clock: ZoneClock
  ) -> Int64 {
    switch function {
    case .months: return months(from: clock.shown(start), to: clock.shown(end))
    case .years, .age: return months(from: clock.shown(start), to: clock.shown(end)) / 12
    case .days: return days(from: clock.shown(start), to: clock.shown(end))
    case .weeks: return days(from: clock.shown(start), to: clock.shown(end)) / 7
    case .hours: return whole(3600 * Timestamp.microsecondsPerSecond, from: start, to: end)
    case .minutes: return whole(60 * Timestamp.microsecondsPerSecond, from: start, to: end)
    default: return whole(Timestamp.microsecondsPerSecond, from: start, to: end)
    }
  }

  /// Whether the function counts units between two moments.
  public static func isDifference(_ function: ScalarFunction) -> Bool {
    differences.contains(function)
  }

  private static let differences: Set<ScalarFunction> = [
    .days, .seconds, .minutes, .hours, .weeks, .months, .years,
  ]

  /// The whole months between two local times. A month has passed when the same day of the month is
  /// reached, or the last day of a shorter month.
  private static func months(from start: Int64, to end: Int64) -> Int64 {
    let (first, last) = (
      CivilMoment(Timestamp(microseconds: start)), CivilMoment(Timestamp(microseconds: end))
    )
    let estimate = 12 * (last.date.year - first.date.year) + last.date.month - first.date.month
    guard estimate != 0,
      let reached = first.date.adding(months: estimate)
        .flatMap({ Timestamp(day: $0.dayNumber, timeOfDay: first.timeOfDay) })
    else { return estimate }
    if estimate > 0 { return reached.microseconds > end ? estimate - 1 : estimate }
    return reached.microseconds < end ? estimate + 1 : estimate
  }

  /// The whole days of 24 hours between two moments in microseconds; negative if the second is
  /// earlier.
  public static func days(from start: Int64, to end: Int64) -> Int64 {
    whole(Timestamp.microsecondsPerDay, from: start, to: end)
  }

  private static func whole(_ unit: Int64, from start: Int64, to end: Int64) -> Int64 {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    if !overflow { return difference / unit }
    // They are on both sides of 1970, so quotients and remainders have different signs.
    let rest = end % unit - start % unit
    return end / unit - start / unit + rest / unit
  }

  /// The start of the interval of a width that contains a date. Weeks start on a Monday, intervals
  /// of months in January 2000. Nil if the width is not positive or mixes months and days.
  static func bin(_ date: Int64, width: TimeSpan) -> Int64? {
    if width.months > 0, width.microseconds == 0 {
      let civil = CivilMoment(Timestamp(microseconds: date)).date
      let months = floored(12 * (civil.year - 2000) + civil.month - 1, width.months)
      return CivilDate(year: 2000, month: 1, day: 1).adding(months: months)
        .flatMap { Timestamp(day: $0.dayNumber, timeOfDay: 0)?.microseconds }
    }
    guard width.months == 0, width.microseconds > 0 else { return nil }
    let (shifted, overflow) = date.subtractingReportingOverflow(monday)
    if overflow { return nil }
    let (start, startOverflow) = floored(shifted, width.microseconds)
      .addingReportingOverflow(monday)
    return startOverflow ? nil : start
  }

  /// 3 January 2000, a Monday.
  private static let monday = 10_959 * Timestamp.microsecondsPerDay

  /// The greatest multiple of a positive `width` that is not above `number`; saturates at the least
  /// Int.
  static func floored(_ number: Int64, _ width: Int64) -> Int64 {
    let rest = number % width
    let (start, overflow) = number.subtractingReportingOverflow(rest < 0 ? rest + width : rest)
    return overflow ? .min : start
  }
}
