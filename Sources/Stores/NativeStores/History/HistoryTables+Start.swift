package import Model
import SQLGeneration
package import Storage

/// The beginning of the history, and its maximum age.
extension HistoryTables {
  /// The keys of the last statement that is not in the history, and of its time.
  static var startKeys: (number: String, time: String) {
    ("history start", "history start time")
  }

  func value(_ key: String) throws -> Int64? {
    try db.numbers(
      SQLFragment("SELECT value FROM martlet_store WHERE key = ", binding: .text(key))
    ).first
  }

  /// The number of the last statement, even if it was deleted.
  func lastNumber() throws -> Int64 { try lastStatement().number }

  /// The number and the time of the last statement, even if it was deleted.
  func lastStatement() throws -> (number: Int64, time: Int64) {
    var last: (number: Int64, time: Int64)?
    try db.read(
      SQLFragment("SELECT statement, time FROM martlet_history ORDER BY statement DESC LIMIT 1")
    ) { row in
      if row.count == 2, case .integer(let number) = row[0], case .integer(let time) = row[1] {
        last = (number, time)
      }
    }
    let start = try value(Self.startKeys.number) ?? 0
    if let last, last.number >= start { return last }
    return (start, try value(Self.startKeys.time) ?? .min)
  }

  /// The earliest state that the history leads back to.
  package func start() throws -> HistoryStart {
    guard try size() != nil else { return HistoryStart(number: 0) }
    let known = try value(Self.startKeys.number) ?? 0
    let first = try db.numbers(SQLFragment("SELECT min(statement) FROM martlet_history")).first ?? 0
    if first > known, first - 1 > known { return HistoryStart(number: first - 1) }
    let time = try value(Self.startKeys.time).map { Timestamp(microseconds: $0) }
    return HistoryStart(number: known, time: time)
  }

  /// Lets the history begin after the statement `number`, which was saved at `time`, or after the
  /// last statement.
  func begin(after number: Int64, _ time: Timestamp?) throws {
    guard try number >= value(Self.startKeys.number) ?? 0 else { return }
    try set(Self.startKeys.number, to: number)
    if let time { return try set(Self.startKeys.time, to: time.microseconds) }
    try forget(Self.startKeys.time)
  }

  func forget(_ key: String) throws {
    try db.execute(SQLFragment("DELETE FROM martlet_store WHERE key = ", binding: .text(key)))
  }

  /// Lets the history begin now, because the following change of the models also changes records.
  package func beginNow() throws {
    if try size() != nil { try begin(after: lastNumber(), nil) }
  }

  /// The number of the last statement that was saved at `time` or before.
  package func lastStatement(until time: Timestamp) throws -> Int64? {
    guard try size() != nil else { return nil }
    return try db.numbers(
      SQLFragment(
        "SELECT statement FROM martlet_history WHERE time <= ",
        " ORDER BY statement DESC LIMIT 1",
        binding: .integer(time.microseconds)
      )
    ).first
  }

  /// The key of the maximum age of statements in microseconds.
  static var ageKey: String { "history age" }

  /// Limits the age of statements, also of those to come; nil for no limit.
  package func keep(_ microseconds: Int64?, now: Timestamp) throws {
    guard let microseconds else { return try forget(Self.ageKey) }
    if try size() == nil { try create() }
    try set(Self.ageKey, to: microseconds)
    let left = try size() ?? 0
    try setSize(left - forget(before: Timestamp(microseconds: now.microseconds &- microseconds)))
  }

  /// Deletes the oldest statements that were saved before `time`, but never the last one; returns
  /// the number of their values.
  func forget(before time: Timestamp) throws -> Int64 {
    let oldest = try db.numbers(
      SQLFragment("SELECT time FROM martlet_history ORDER BY statement LIMIT 1")
    ).first
    guard let oldest, oldest < time.microseconds else { return 0 }
    var (last, lastTime, count): (Int64?, Int64, Int64) = (nil, 0, 0)
    try db.read(
      SQLFragment(
        """
        SELECT statement, time, size FROM martlet_history
        WHERE statement < (SELECT max(statement) FROM martlet_history) AND time <
        """,
        " ORDER BY statement",
        binding: .integer(time.microseconds)
      )
    ) { row in
      guard row.count == 3, case .integer(let number) = row[0], case .integer(let time) = row[1],
        case .integer(let size) = row[2]
      else { return }
      (last, lastTime, count) = (number, time, count + Self.clamped(size))
    }
    guard let last else { return 0 }
    for table in Self.names {
      try db.execute(
        SQLFragment("DELETE FROM \(table) WHERE statement <= ", binding: .integer(last))
      )
    }
    try begin(after: last, Timestamp(microseconds: lastTime))
    return count
  }

  /// Lets the history begin after the last statement that was saved within these times.
  func noteStart(after times: ClosedRange<Timestamp>) throws {
    var last: (number: Int64, time: Int64)?
    try db.read(
      SQLFragment(
        "SELECT statement, time FROM martlet_history WHERE time BETWEEN ",
        " AND ",
        " ORDER BY statement DESC LIMIT 1",
        binding: .integer(times.lowerBound.microseconds),
        .integer(times.upperBound.microseconds)
      )
    ) { row in
      guard row.count == 2, case .integer(let number) = row[0], case .integer(let time) = row[1]
      else { return }
      last = (number, time)
    }
    if let last { try begin(after: last.number, Timestamp(microseconds: last.time)) }
  }
}
