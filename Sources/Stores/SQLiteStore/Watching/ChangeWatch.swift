import GRDB
import NativeStores
import Storage
import Synchronization

/// Detects changes of a file.
///
/// SQLite's `data_version` quickly shows whether anyone has written; only then the counters are
/// read. Every write by Martlet changes one of its own tables. A write that does not was made by
/// another program, and may have changed anything.
final class ChangeWatch: Sendable {
  private let last = Mutex<Observation?>(nil)

  /// The state at one moment.
  private struct Observation: Sendable {
    let dataVersion: Int64
    /// Numbers by name, including those of `martlet_store`.
    var numbers: [String: Int64]
    let marks: ChangeMarks
  }

  /// The current marks; `clock` is a connection that does not change records.
  func marks(_ clock: Connection, isNative: Bool) throws -> ChangeMarks {
    try last.withLock { last in
      let known = last
      let look = try clock.perform { db in try Self.observe(db, after: known, isNative: isNative) }
      last = look
      return look.marks
    }
  }

  /// Updates the numbers that `clock` itself has reserved, which do not affect its `data_version`.
  func noteNumbers(_ clock: Connection) {
    last.withLock { last in
      guard let known = last else { return }
      // If this fails, the next check reports too many changes.
      let numbers = try? clock.perform { db in
        try db.number("PRAGMA data_version") == known.dataVersion ? try Self.nativeNumbers(db) : nil
      }
      if let numbers = numbers.flatMap({ $0 }) { last?.numbers = numbers }
    }
  }

  private static func observe(_ db: Database, after last: Observation?, isNative: Bool) throws
    -> Observation
  {
    let version = try db.number("PRAGMA data_version")
    if let last, last.dataVersion == version { return last }
    guard isNative else {
      var marks = ChangeMarks()
      marks.unknown = version
      return Observation(dataVersion: version, numbers: [:], marks: marks)
    }
    // Read everything from one state; later changes are found next time.
    try db.beginReading()
    defer { db.rollBackIfNeeded() }
    let seen = try db.number("PRAGMA data_version")
    let numbers = try nativeNumbers(db)
    var marks = ChangeMarks()
    marks.models = numbers["models"] ?? 0
    for (key, value) in numbers {
      if let entity = ChangeCounters.entity(of: key) { marks.entities[entity] = value }
    }
    marks.unknown = last?.marks.unknown ?? 0
    if let last, last.dataVersion != seen, last.numbers == numbers { marks.unknown &+= 1 }
    return Observation(dataVersion: seen, numbers: numbers, marks: marks)
  }

  /// Numbers that every write of Martlet changes: the counters, the next numbers and positions, the
  /// size of the history, and the saved queries.
  private static func nativeNumbers(_ db: Database) throws -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT CAST(key AS TEXT), CAST(value AS INTEGER) FROM martlet_store"
    )
    for row in rows {
      guard let key = row[0] as String? else { continue }
      numbers[key] = row[1] as Int64?
    }
    // Damaged files may lack these tables.
    numbers["@numbers"] = try? db.number(
      "SELECT CAST(total(next & 281474976710655) AS INTEGER) FROM martlet_numbers"
    )
    numbers["@queries"] = try? db.number(
      "SELECT CAST(total(length(text) + place * 7919) AS INTEGER) FROM martlet_queries"
    )
    return numbers
  }
}
