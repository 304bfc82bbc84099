import Expressions
import Model

/// Functions of dates, in UTC: servers and this machine may know different rules of time zones.
extension QueryWriter {
  private static let time = SQLForm.server(.timestamp)

  /// A date of any type as a `timestamp` in UTC.
  private mutating func moment(_ expression: TypedExpression) throws(Untranslatable) -> SQLFragment
  {
    switch try side(expression) {
    case .operand(let operand):
      switch operand.form {
      case .server(.date): return "(" + operand.value + ")::timestamp"
      case .server(.timestamp): return operand.value
      case .server(.timestampWithZone): return "(" + operand.value + " AT TIME ZONE 'UTC')"
      default: throw Untranslatable()
      }
    case .constant(let value):
      guard case .date = value, let binding = Self.time.binding(value, dialect) else {
        throw Untranslatable()
      }
      return .binding(binding)
    }
  }

  /// A part of a date.
  mutating func part(
    _ function: ScalarFunction,
    of date: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    if function == .toDate { return SQLOperand(Self.time, try moment(date)) }
    guard let field = Self.fields[function] else { throw Untranslatable() }
    let part = "extract(\(field) FROM " + (try moment(date)) + ")"
    let number: SQLFragment =
      switch function {
      // The server has no year 0.
      case .year, .isoYear: "(" + part + " + CASE WHEN " + part + " < 0 THEN 1 ELSE 0 END)"
      case .second: "floor(" + part + ")"
      case .weekday: "(" + part + " + 1)"
      default: part
      }
    return SQLOperand(.integer, number + "::int8")
  }

  /// The server's names of parts.
  private static let fields: [ScalarFunction: String] = [
    .year: "year", .quarter: "quarter", .month: "month", .week: "week", .day: "day",
    .weekday: "dow", .hour: "hour", .minute: "minute", .second: "second", .isoYear: "isoyear",
    .dayOfYear: "doy",
  ]

  /// The start of a unit, or its last microsecond.
  mutating func bound(
    _ function: ScalarFunction,
    _ unit: TypedExpression,
    of date: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    guard case .literal(.string(let name)) = unit.kind, let unit = CalendarUnit(rawValue: name)
    else { throw Untranslatable() }
    let start = try start(of: unit, date)
    if function == .startOf { return start }
    let length = unit == .quarter ? "3 months" : "1 \(unit.rawValue)"
    let end = "(" + start.value + " + interval '\(length)' - interval '1 microsecond')"
    // Servers know later dates, which are nil.
    let isDate = ServerType.timestamp.validity(of: end.text) ?? ""
    return SQLOperand(
      Self.time,
      GuardedColumn(
        end,
        guardCondition: end + " IS NOT NULL AND " + SQLFragment(isDate, end.bindings + end.bindings)
      )
    )
  }

  /// The start of a unit; the server fails if it is out of its range.
  mutating func start(
    of unit: CalendarUnit,
    _ date: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    SQLOperand(
      Self.time,
      ("date_trunc('\(unit.rawValue)', " + (try moment(date)) + ")").failing
    )
  }

  /// The whole units between two dates.
  ///
  /// The server's difference has days and times of the same sign. It has no more than 64 bits, so
  /// the server must fail for dates that are further away from each other.
  mutating func difference(
    _ function: ScalarFunction,
    _ start: TypedExpression,
    _ end: TypedExpression
  ) throws(Untranslatable) -> SQLOperand {
    let units: [(field: String, factor: Int)] = [
      ("day", 1), ("hour", 24), ("minute", 60), ("second", 60),
    ]
    let count: Int
    switch function {
    case .days, .weeks: count = 1
    case .hours: count = 2
    case .minutes: count = 3
    case .seconds: count = 4
    default: throw Untranslatable()
    }
    let (from, to) = (try moment(start), try moment(end))
    let difference = "(" + to + " - " + from + ")"
    var result = SQLFragment()
    for unit in units.prefix(count) {
      let part = "trunc(extract(\(unit.field) FROM " + difference + "))::int8"
      result = result.text.isEmpty ? part : "(" + result + " * \(unit.factor) + " + part + ")"
    }
    if function == .weeks { result = "(" + result + " / 7)" }
    let isFar = "greatest(" + from + ", " + to + ") > '280000-01-01'::timestamp"
    return SQLOperand(
      .integer,
      ("(" + result + " / CASE WHEN " + isFar + " THEN 0 ELSE 1 END)").failing
    )
  }
}

extension TimeSpan {
  /// The unit of the calendar whose intervals are those of this width.
  var calendarUnit: CalendarUnit? {
    switch (months, microseconds) {
    case (1, 0): .month
    case (3, 0): .quarter
    case (12, 0): .year
    case (0, 7 * Timestamp.microsecondsPerDay): .week
    case (0, Timestamp.microsecondsPerDay): .day
    case (0, 3600 * Timestamp.microsecondsPerSecond): .hour
    case (0, 60 * Timestamp.microsecondsPerSecond): .minute
    default: nil
    }
  }
}
