import Model

/// The units of `startOf` and `endOf`.
public enum CalendarUnit: String, Sendable, CaseIterable {
  case year
  case quarter
  case month
  case week
  case day
  case hour
  case minute

  /// The microseconds of an hour or a minute; nil for units of the calendar.
  var shortLength: Int64? {
    switch self {
    case .hour: 3600 * Timestamp.microsecondsPerSecond
    case .minute: 60 * Timestamp.microsecondsPerSecond
    default: nil
    }
  }

  /// The start of the unit that contains a local time, in microseconds; nil if it is out of range.
  ///
  /// - Parameter offset: 1 for the start of the next unit.
  func start(of local: Int64, offset: Int64 = 0) -> Int64? {
    let moment = CivilMoment(Timestamp(microseconds: local))
    let date = moment.date
    let first = CivilDate(year: date.year, month: date.month, day: 1)
    switch self {
    case .year:
      return Self.midnight(CivilDate(year: date.year + offset, month: 1, day: 1))
    case .quarter:
      return first.adding(months: 3 * offset - (date.month - 1) % 3).flatMap(Self.midnight)
    case .month:
      return first.adding(months: offset).flatMap(Self.midnight)
    case .week:
      return Self.midnight(date.dayNumber - DateFunctions.daysSinceMonday(date) + 7 * offset)
    case .day:
      return Self.midnight(date.dayNumber + offset)
    case .hour, .minute:
      let length = shortLength ?? 1
      return Timestamp(
        day: date.dayNumber,
        timeOfDay: (moment.timeOfDay / length + offset) * length
      )?.microseconds
    }
  }

  private static func midnight(_ date: CivilDate) -> Int64? { midnight(date.dayNumber) }

  private static func midnight(_ day: Int64) -> Int64? {
    Timestamp(day: day, timeOfDay: 0)?.microseconds
  }
}
