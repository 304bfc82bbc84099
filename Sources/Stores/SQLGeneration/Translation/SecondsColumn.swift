import Model

/// A column with seconds as REAL or INTEGER, which are dates of so many microseconds as they are rounded
/// to.
struct SecondsColumn {
  /// The column.
  let column: SQLFragment
  /// Since when the seconds are counted, in seconds since 1970 UTC.
  let epoch: Int64

  /// What lies further from the epoch, in seconds, is no date.
  private static let most: Int64 = 9_200_000_000_000
  /// Within so many microseconds each is a Double of its own.
  private static let mostMicroseconds: Int64 = 9_000_000_000_000_000

  /// Nil for epochs that no file counts from.
  init?(_ column: SQLFragment, epoch: Int64) {
    guard epoch.magnitude < 1 << 40 else { return nil }
    self.column = column
    self.epoch = epoch
  }

  /// The microseconds since 1970 UTC; NULL where there is no date. A NaN is NULL in SQLite, and texts and
  /// blobs come behind all numbers.
  var microseconds: SQLFragment {
    let whole = "(" + column + " + \(epoch)) * 1000000"
    let rounded = "CAST(round(" + column + " * 1e6) AS INTEGER) + \(epoch * 1_000_000)"
    return "CASE WHEN " + column + " NOT BETWEEN -\(Self.most) AND \(Self.most)"
      + " THEN NULL WHEN typeof(" + column + ") = 'integer' THEN " + whole + " ELSE " + rounded
      + " END"
  }

  /// `column operation date` by the bare column, which can use an index; nil where it cannot be said so.
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

  /// The least number of seconds that reads as `moment` or a later one.
  private func first(from moment: Int64) -> Double? {
    let (wanted, overflow) = moment.subtractingReportingOverflow(epoch * 1_000_000)
    guard !overflow, wanted.magnitude < Self.mostMicroseconds.magnitude else { return nil }
    let target = Double(wanted)
    var seconds = (target - 0.5) / 1e6
    // The quotient is a few steps off at most.
    while (seconds * 1e6).rounded() >= target { seconds = seconds.nextDown }
    while (seconds * 1e6).rounded() < target { seconds = seconds.nextUp }
    return seconds
  }
}
