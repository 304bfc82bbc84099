import GRDB
import Model
import SQLGeneration
import Storage

/// The history of a native store, in two tables:
///
/// ```
/// martlet_history  one row a statement: its number, its time in microseconds since 1970 UTC, its
///                  author, its text, and the number of its values
/// martlet_changes  one row a changed record: the action, `{"name":"Trip"}` for inserted and
/// deleted
///                  records or `{"limit":[900.0,950.0]}` for updated ones, and the added and
///                  removed related records. Without fields, the record was inserted, as were
///                  all records up to `last`.
/// ```
struct HistoryTables {
  let db: Database
  /// The maximum number of values; older statements are deleted first.
  var capacity: Int64 = 20_000_000

  /// The key of the number of values in `martlet_store`; it exists if the tables do.
  private static let sizeKey = "history size"

  /// The number of values; nil if nothing was ever saved.
  func size() throws -> Int64? {
    let sql = "SELECT value FROM martlet_store WHERE key = ?"
    return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [Self.sizeKey])
      .map(Self.sound)
  }

  /// Limits a size that other programs may have written, so that it can be added to.
  private static func sound(_ size: Int64) -> Int64 { min(max(0, size), .max / 4) }

  private func setSize(_ size: Int64) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO martlet_store VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """
    )
    try statement.execute(arguments: [Self.sizeKey, size])
  }

  private static let names = ["martlet_history", "martlet_changes"]

  private func create() throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS martlet_history (
          statement INTEGER PRIMARY KEY,
          time INTEGER NOT NULL,
          author TEXT,
          title TEXT NOT NULL,
          size INTEGER NOT NULL
        );
        CREATE TABLE IF NOT EXISTS martlet_changes (
          statement INTEGER NOT NULL,
          place INTEGER NOT NULL,
          action TEXT NOT NULL,
          entity TEXT NOT NULL,
          key INTEGER NOT NULL,
          last INTEGER,
          fields TEXT,
          links TEXT,
          PRIMARY KEY (statement, place)
        ) WITHOUT ROWID;
        """
    )
  }

  // MARK: Writing

  /// Adds the changes of statements, within the transaction that makes them.
  func add(_ events: [HistoryEvent]) throws {
    guard !events.isEmpty else { return }
    let previous = try size()
    if previous == nil { try create() }
    var size = previous ?? 0
    for event in events where !event.isEmpty { size += try add(event) }
    if size > capacity { size = try forget(from: size) }
    try setSize(size)
  }

  /// Adds the changes of a statement; returns the number of values.
  private func add(_ event: HistoryEvent) throws -> Int64 {
    let size = event.size
    let statement = try db.cachedStatement(
      sql: "INSERT INTO martlet_history (time, author, title, size) VALUES (?, ?, ?, ?)"
    )
    statement.bind(event.time.microseconds, at: 1)
    statement.bind(event.author.map(SQLValue.text) ?? .null, at: 2)
    statement.bind(.text(event.title), at: 3)
    statement.bind(size, at: 4)
    try statement.run(db)
    try addChanges(of: event, as: db.lastInsertedRowID)
    return size
  }

  private func addChanges(of event: HistoryEvent, as number: Int64) throws {
    let row = try db.cachedStatement(
      sql: "INSERT INTO martlet_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    )
    var place: Int64 = 0
    func begin(_ action: RecordChange.Action, _ entity: String, _ key: Int64) {
      row.bind(number, at: 1)
      row.bind(place, at: 2)
      row.bind(.text(action.rawValue), at: 3)
      row.bind(.text(entity), at: 4)
      row.bind(key, at: 5)
      place += 1
    }
    for selection in event.bulkInserts {
      guard case .range(let keys) = selection.keys, !keys.isEmpty else { continue }
      begin(.inserted, selection.entity, keys.lowerBound)
      row.bind(.integer(keys.upperBound - 1), at: 6)
      row.bind(.null, at: 7)
      row.bind(.null, at: 8)
      try row.run(db)
    }
    var encoder = HistoryEncoder()
    for change in event.records {
      // Records of native stores have numbers.
      guard case .number(let key) = change.record.key else { continue }
      begin(change.action, change.record.entity, key)
      row.bind(.null, at: 6)
      encoder.encode(change.values, of: change.action)
      encoder.withText { row.bind($0, at: 7) }
      if change.links.isEmpty {
        row.bind(.null, at: 8)
      } else {
        encoder.encode(change.links)
        encoder.withText { row.bind($0, at: 8) }
      }
      try row.run(db)
    }
  }

  // MARK: Deleting

  /// Deletes the oldest statements, but never the last one, until the size is within the limit;
  /// returns the number of remaining values.
  private func forget(from size: Int64) throws -> Int64 {
    let oldest = try db.cachedStatement(
      sql: """
        SELECT statement, size FROM martlet_history
        WHERE statement < (SELECT max(statement) FROM martlet_history) ORDER BY statement
        """
    )
    var (last, forgotten): (Int64?, Int64) = (nil, 0)
    do {
      defer { oldest.reset() }
      while forgotten < size - capacity, try oldest.step(db) {
        last = oldest.number(0)
        forgotten += Self.sound(oldest.number(1))
      }
    }
    if let last {
      for table in Self.names {
        let deletion = try db.cachedStatement(sql: "DELETE FROM \(table) WHERE statement <= ?")
        deletion.bind(last, at: 1)
        try deletion.run(db)
      }
    }
    guard forgotten < size - capacity else { return size - forgotten }
    // Only the last statement remains; other programs deleted statements without updating the
    // total.
    return try db.number("SELECT sum(size) FROM martlet_history")
  }

  /// Deletes the history up to a moment, or all of it.
  func forget(through time: Timestamp?) throws {
    guard try size() != nil else { return }
    guard let time else {
      try db.execute(sql: "DELETE FROM martlet_changes; DELETE FROM martlet_history")
      return try setSize(0)
    }
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(statement) FROM martlet_history WHERE time <= ?"),
      arguments: [time.microseconds]
    )
    guard let last else { return }
    for table in Self.names {
      try db.execute(sql: "DELETE FROM \(table) WHERE statement <= ?", arguments: [last])
    }
    try setSize(db.number("SELECT coalesce(sum(size), 0) FROM martlet_history"))
  }
}

extension HistoryEvent {
  /// The number of its values.
  fileprivate var size: Int64 {
    Int64(bulkInserts.count + records.reduce(1) { $0 + 1 + $1.values.count + $1.links.count })
  }
}
