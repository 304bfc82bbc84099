import Model

/// A column with seconds as REAL or INTEGER, which are rounded to microseconds.
struct SecondsColumn {
  let column: SQLFragment
  /// The start of the count, in seconds since 1970 UTC.
  let epoch: Int64

  /// Values further from the epoch, in seconds, are not valid dates.
  private static let most: Int64 = 9_200_000_000_000
  /// Up to this number of microseconds, a Double represents each one.
  private static let maxMicroseconds: Int64 = 9_000_000_000_000_000

  /// Nil for epochs that no file uses.
  init?(_ column: SQLFragment, epoch: Int64) {
    guard epoch.magnitude < 1 << 40 else { return nil }
    self.column = column
    self.epoch = epoch
  }

  /// The microseconds since 1970 UTC; NULL for invalid dates. SQLite stores NaN as NULL, and sorts
  /// text and blobs after all numbers.
  var microseconds: SQLFragment {
    let whole = "(" + column + " + \(epoch)) * 1000000"
    let rounded = "CAST(round(" + column + " * 1e6) AS INTEGER) + \(epoch * 1_000_000)"
    return "CASE WHEN " + column + " NOT BETWEEN -\(Self.most) AND \(Self.most)"
      + " THEN NULL WHEN typeof(" + column + ") = 'integer' THEN " + whole + " ELSE " + rounded
      + " END"
  }

  /// A comparison that uses the bare column, which may have an index; nil if that is not possible.
  func comparison(_ operation: ComparisonOperator, _ date: Timestamp) -> SQLCondition? {
    let (after, overflow) = date.microseconds.addingReportingOverflow(1)
    guard !overflow, let start = first(from: date.microseconds), let end = first(from: after) else {
      return nil
    }
    let (isFrom, isBefore) = (column + " >= ", column + " < ")
    let isDate = SQLFragment(" AND ") + column
    let sql: SQLFragment
    switch operation {
    case .equal: sql = isFrom + .binding(.real(start)) + " AND " + isBefore + .binding(.real(end))
    case .greaterOrEqual: sql = isFrom + .binding(.real(start)) + isDate + " <= \(Self.most)"
    case .greater: sql = isFrom + .binding(.real(end)) + isDate + " <= \(Self.most)"
    case .less: sql = isBefore + .binding(.real(start)) + isDate + " >= -\(Self.most)"
    case .lessOrEqual: sql = isBefore + .binding(.real(end)) + isDate + " >= -\(Self.most)"
    case .notEqual: return nil
    }
    return SQLCondition(sql, .and)
  }

  /// The least number of seconds that reads as `moment` or later.
  private func first(from moment: Int64) -> Double? {
    let (wanted, overflow) = moment.subtractingReportingOverflow(epoch * 1_000_000)
    guard !overflow, wanted.magnitude < Self.maxMicroseconds.magnitude else { return nil }
    let target = Double(wanted)
    var seconds = (target - 0.5) / 1e6
    // The quotient is off by a few steps at most.
    while (seconds * 1e6).rounded() >= target { seconds = seconds.nextDown }
    while (seconds * 1e6).rounded() < target { seconds = seconds.nextUp }
    return seconds
  }
}
