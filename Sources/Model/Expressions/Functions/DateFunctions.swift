public import Model

/// Date functions. They use the UTC calendar, so that results do not depend on the session's time
/// zone.
public enum DateFunctions {
  /// A part of the moment; weekday 1 is Sunday.
  public static func part(_ function: ScalarFunction, of microseconds: Int64) -> Int64 {
    let moment = CivilMoment(Timestamp(microseconds: microseconds))
    switch function {
    case .hour: return moment.timeOfDay / (3600 * Timestamp.microsecondsPerSecond)
    case .minute: return moment.timeOfDay / (60 * Timestamp.microsecondsPerSecond) % 60
    // 1 January 1970 was a Thursday.
    case .weekday: return (moment.date.dayNumber % 7 + 11) % 7 + 1
    case .year: return moment.date.year
    case .month: return moment.date.month
    default: return moment.date.day
    }
  }

  /// The start of a day; nil if the day does not exist or is out of range.
  public static func date(year: Int64, month: Int64, day: Int64) -> Timestamp? {
    let date = CivilDate(year: year, month: month, day: day)
    guard (-years...years).contains(year), date.exists else { return nil }
    return Timestamp(day: date.dayNumber, timeOfDay: 0)
  }

  /// More years than a Date can reach.
  private static let years: Int64 = 1_000_000

  /// The whole days of 24 hours between two moments in microseconds; negative if the second is
  /// earlier.
  public static func days(from start: Int64, to end: Int64) -> Int64 {
    let day = Timestamp.microsecondsPerDay
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    if !overflow { return difference / day }
    // They are on both sides of 1970, so days and remainders have different signs.
    let rest = end % day - start % day
    return end / day - start / day + rest / day
  }
}
