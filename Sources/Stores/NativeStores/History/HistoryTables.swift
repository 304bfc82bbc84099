package import Model
import SQLGeneration
package import Storage

/// The history of a native store, in two tables:
///
/// ```
/// martlet_history  one row a statement: its number, its time in microseconds since 1970 UTC, its
///                  author, its text, and the number of its values
/// martlet_changes  one row a changed record: the action, `{"name":"Trip"}` for inserted and
///                  deleted records or `{"limit":[900.0,950.0]}` for updated ones, and the
///                  added and removed related records. Without fields, the record was
///                  inserted, as were all records up to `last`.
/// ```
package struct HistoryTables<Database: NativeDatabase> {
  package let db: Database
  /// The maximum number of values; older statements are deleted first.
  package var capacity: Int64

  package init(db: Database, capacity: Int64 = 20_000_000) {
    (self.db, self.capacity) = (db, capacity)
  }

  /// The key of the number of values in `martlet_store`; it exists if the tables do.
  private static var sizeKey: String { "history size" }

  /// The number of values; nil if nothing was ever saved.
  package func size() throws -> Int64? {
    try db.numbers(
      SQLFragment("SELECT value FROM martlet_store WHERE key = ", binding: .text(Self.sizeKey))
    ).first.map(Self.clamped)
  }

  /// Limits a size that other programs may have written, so that it can be added to.
  static func clamped(_ size: Int64) -> Int64 { min(max(0, size), .max / 4) }

  func setSize(_ size: Int64) throws { try set(Self.sizeKey, to: size) }

  func set(_ key: String, to value: Int64) throws {
    try db.execute(
      SQLFragment(
        "INSERT INTO martlet_store VALUES (",
        ", ",
        ") ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        binding: .text(key),
        .integer(value)
      )
    )
  }

  static var names: [String] { ["martlet_history", "martlet_changes"] }

  func create() throws {
    let number = db.dialect.number
    try db.execute(
      """
      CREATE TABLE IF NOT EXISTS martlet_history (
        statement \(number) PRIMARY KEY,
        time \(number) NOT NULL,
        author TEXT,
        title TEXT NOT NULL,
        size \(number) NOT NULL
      );
      CREATE TABLE IF NOT EXISTS martlet_changes (
        statement \(number) NOT NULL,
        place \(number) NOT NULL,
        action TEXT NOT NULL,
        entity TEXT NOT NULL,
        key \(number) NOT NULL,
        last \(number),
        fields TEXT,
        links TEXT,
        PRIMARY KEY (statement, place)
      )\(db.dialect == .sqlite ? " WITHOUT ROWID" : "");
      """
    )
  }

  // MARK: Writing

  /// Adds the changes of statements, within the transaction that makes them.
  package func add(_ events: [HistoryEvent]) throws {
    guard !events.isEmpty else { return }
    let previous = try size()
    if previous == nil { try create() }
    var size = previous ?? 0
    var (number, last) = try lastStatement()
    var time = events[0].time.microseconds
    // The clock may have been set back.
    if time < last { time = last == .max ? last : last + 1 }
    for event in events where !event.isEmpty {
      guard number < .max else { throw HistoryDamage(statement: number) }
      number += 1
      last = max(time, event.time.microseconds)
      try add(event, as: number, at: last)
      size += event.size
    }
    time = last
    if let age = try value(Self.ageKey) {
      size -= try forget(before: Timestamp(microseconds: time &- age))
    }
    if size > capacity { size = try forget(from: size) }
    try setSize(size)
  }

  private func add(_ event: HistoryEvent, as number: Int64, at time: Int64) throws {
    try db.insert(
      into: Self.names[0],
      ["statement", "time", "author", "title", "size"],
      [
        [
          .integer(number), .integer(time),
          event.author.map { .text(db.dialect.storable($0)) } ?? .null,
          .text(db.dialect.storable(event.title)), .integer(event.size),
        ]
      ]
    )
    var rows: [[SQLValue]] = []
    for selection in event.bulkInserts {
      guard case .range(let keys) = selection.keys, !keys.isEmpty else { continue }
      rows.append([
        .integer(number), .integer(Int64(rows.count)), .text("inserted"), .text(selection.entity),
        .integer(keys.lowerBound), .integer(keys.upperBound - 1), .null, .null,
      ])
    }
    var encoder = HistoryEncoder()
    for change in event.records {
      // Records of native stores have numbers.
      guard case .number(let key) = change.record.key else { continue }
      encoder.encode(change)
      let fields = encoder.text
      var links: SQLValue = .null
      if !change.links.isEmpty {
        encoder.encode(change.links)
        links = .text(encoder.text)
      }
      rows.append([
        .integer(number), .integer(Int64(rows.count)), .text(change.action.rawValue),
        .text(change.record.entity), .integer(key), .null, .text(fields), links,
      ])
    }
    try db.insert(
      into: Self.names[1],
      ["statement", "place", "action", "entity", "key", "last", "fields", "links"],
      rows
    )
  }

  // MARK: Deleting

  /// Deletes the oldest statements, but never the last one, until the size is within the limit;
  /// returns the number of remaining values.
  private func forget(from size: Int64) throws -> Int64 {
    var (last, forgotten): (Int64?, Int64) = (nil, 0)
    try db.read(
      SQLFragment(
        """
        SELECT statement, size FROM martlet_history
        WHERE statement < (SELECT max(statement) FROM martlet_history) ORDER BY statement
        """
      )
    ) { row in
      guard forgotten < size - capacity, row.count == 2, case .integer(let number) = row[0],
        case .integer(let count) = row[1]
      else { return }
      last = number
      forgotten += Self.clamped(count)
    }
    if let last {
      for table in Self.names {
        try db.execute(
          SQLFragment("DELETE FROM \(table) WHERE statement <= ", binding: .integer(last))
        )
      }
    }
    guard forgotten < size - capacity else { return size - forgotten }
    // Only the last statement remains; other programs deleted statements without updating the
    // total.
    return try db.number("SELECT CAST(sum(size) AS \(db.dialect.number)) FROM martlet_history")
  }

  /// Deletes what was saved within these times, or the whole history.
  package func forget(_ times: ClosedRange<Timestamp>?) throws {
    guard try size() != nil else { return }
    guard let times else {
      for table in Self.names { try db.execute("DELETE FROM \(table)") }
      try forget(Self.startKeys.number)
      try forget(Self.startKeys.time)
      return try setSize(0)
    }
    try noteStart(after: times)
    let statements =
      SQLFragment(" WHERE statement IN (SELECT statement FROM martlet_history WHERE time BETWEEN ")
      + .binding(.integer(times.lowerBound.microseconds)) + SQLFragment(" AND ")
      + .binding(.integer(times.upperBound.microseconds)) + SQLFragment(")")
    // The table with the times last.
    for table in Self.names.reversed() {
      try db.execute(SQLFragment("DELETE FROM \(table)") + statements)
    }
    let number = db.dialect.number
    try setSize(db.number("SELECT coalesce(CAST(sum(size) AS \(number)), 0) FROM martlet_history"))
  }
}

extension HistoryEvent {
  /// The number of its values.
  fileprivate var size: Int64 {
    Int64(bulkInserts.count + records.reduce(1) { $0 + 1 + $1.values.count + $1.links.count })
  }
}
