/// A day of the proleptic Gregorian calendar.
///
/// Conversions follow Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"
/// (`days_from_civil`, `civil_from_days`).
@frozen
public struct CivilDate: Hashable, Sendable {
  /// The astronomical year; 0 is 1 BC.
  public let year: Int64
  /// The month from 1 to 12.
  public let month: Int64
  /// The day of the month from 1.
  public let day: Int64

  /// Creates a date without checking that it exists; see ``exists``.
  @inlinable
  public init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day `dayNumber` days after 1970-01-01.
  @inlinable
  public init(dayNumber: Int64) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days since 1970-01-01; negative before. Years beyond ±9,999,999 are not supported.
  @inlinable
  public var dayNumber: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whether the calendar has this day.
  @inlinable
  public var exists: Bool {
    (1...12).contains(month) && day >= 1 && day <= Self.days(inMonth: month, ofYear: year)
  }

  /// The number of days of a month from 1 to 12.
  @inlinable
  public static func days(inMonth month: Int64, ofYear year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether `year` has a 29 February.
  @inlinable
  public static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The date `months` later, clamped to the last day of the month; nil beyond ±9,999,999 years.
  public func adding(months: Int64) -> CivilDate? {
    let (total, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, total.magnitude < 12 * 9_999_999 else { return nil }
    let newYear = total >= 0 ? total / 12 : (total - 11) / 12
    let newMonth = total - newYear * 12 + 1
    return CivilDate(
      year: newYear,
      month: newMonth,
      day: min(day, Self.days(inMonth: newMonth, ofYear: newYear))
    )
  }
}

/// A moment as a UTC day and a time of day.
public struct CivilMoment: Hashable, Sendable {
  /// The day.
  public let date: CivilDate
  /// The microseconds since midnight; less than a day.
  public let timeOfDay: Int64

  /// Splits `moment`.
  public init(_ moment: Timestamp) {
    let day = Timestamp.microsecondsPerDay
    let rest = moment.microseconds % day
    timeOfDay = rest < 0 ? rest + day : rest
    date = CivilDate(dayNumber: moment.microseconds / day - (rest < 0 ? 1 : 0))
  }
}

extension Timestamp {
  /// The moment `timeOfDay` microseconds into the day `day` days after 1970-01-01 UTC; nil if it is
  /// out of range.
  public init?(day: Int64, timeOfDay: Int64) {
    let (start, overflow) = day.multipliedReportingOverflow(by: Self.microsecondsPerDay)
    let (moment, sumOverflow) = start.addingReportingOverflow(timeOfDay)
    if overflow || sumOverflow { return nil }
    self.init(microseconds: moment)
  }
}
