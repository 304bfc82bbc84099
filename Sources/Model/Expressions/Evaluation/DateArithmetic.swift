public import Model

/// Arithmetic of dates and durations: exact parts in microseconds, months by the UTC calendar.
public enum DateArithmetic {
  /// `date ± duration`, `date - date`, `duration ± duration`; nil for anything else.
  public static func apply(
    _ operation: ArithmeticOperator,
    _ left: Value,
    _ right: Value
  ) throws(EvaluationError) -> Value {
    let failure = EvaluationError.overflow(operation, left, right)
    switch (left, operation, right) {
    case (.date(let date), .add, .duration(let span)),
      (.duration(let span), .add, .date(let date)),
      (.date(let date), .subtract, .duration(let span)):
      guard let result = moved(date, operation, span) else { throw failure }
      return .date(result)
    case (.date(let later), .subtract, .date(let earlier)):
      let (span, overflow) = later.microseconds.subtractingReportingOverflow(earlier.microseconds)
      if overflow { throw failure }
      return .duration(TimeSpan(microseconds: span))
    case (.duration(let a), .add, .duration(let b)):
      guard let result = sum(a, b) else { throw failure }
      return .duration(result)
    case (.duration(let a), .subtract, .duration(let b)):
      guard let opposite = negated(b), let result = sum(a, opposite) else { throw failure }
      return .duration(result)
    default:
      return .null
    }
  }

  /// `date + span`, `date - span`; nil if out of range.
  public static func moved(
    _ date: Timestamp,
    _ operation: ArithmeticOperator,
    _ span: TimeSpan
  ) -> Timestamp? {
    if operation == .add { return add(span, to: date) }
    return negated(span).flatMap { add($0, to: date) }
  }

  /// `amount unit`; fractions of an exact unit are rounded to a microsecond.
  public static func duration(
    _ amount: Value,
    _ unit: TimeUnit
  ) throws(EvaluationError) -> Value {
    switch amount {
    case .int(let count):
      let (months, overflow) = unit.span.months.multipliedReportingOverflow(by: count)
      let (exact, exactOverflow) = unit.span.microseconds.multipliedReportingOverflow(by: count)
      if overflow || exactOverflow { throw .durationOverflow(amount, unit) }
      return .duration(TimeSpan(months: months, microseconds: exact))
    case .double(let count):
      let exact = (count * Double(unit.span.microseconds)).rounded()
      guard let microseconds = Int64(exactly: exact), unit.span.months == 0 else {
        throw .durationOverflow(amount, unit)
      }
      return .duration(TimeSpan(microseconds: microseconds))
    default:
      return .null
    }
  }

  /// The moment `span` after `date`: months are added first and clamped to the last day of the
  /// month.
  private static func add(_ span: TimeSpan, to date: Timestamp) -> Timestamp? {
    var moment = date
    if span.months != 0 {
      let civil = CivilMoment(date)
      guard let shifted = civil.date.adding(months: span.months),
        let result = Timestamp(day: shifted.dayNumber, timeOfDay: civil.timeOfDay)
      else { return nil }
      moment = result
    }
    let (sum, overflow) = moment.microseconds.addingReportingOverflow(span.microseconds)
    return overflow ? nil : Timestamp(microseconds: sum)
  }

  private static func negated(_ span: TimeSpan) -> TimeSpan? {
    let (months, overflow) = Int64(0).subtractingReportingOverflow(span.months)
    let (exact, exactOverflow) = Int64(0).subtractingReportingOverflow(span.microseconds)
    return overflow || exactOverflow ? nil : TimeSpan(months: months, microseconds: exact)
  }

  private static func sum(_ a: TimeSpan, _ b: TimeSpan) -> TimeSpan? {
    let (months, overflow) = a.months.addingReportingOverflow(b.months)
    let (exact, exactOverflow) = a.microseconds.addingReportingOverflow(b.microseconds)
    return overflow || exactOverflow ? nil : TimeSpan(months: months, microseconds: exact)
  }
}
