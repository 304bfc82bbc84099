import GRDB
import Storage
import Synchronization

/// Looks whether a file was changed, and where.
///
/// SQLite says cheaply whether anybody has written (`data_version`); only then the counters are read. What our
/// own programs write moves something in the tables of our own, so a change that moves nothing there was made
/// by another program, and may have touched anything.
final class ChangeWatch: Sendable {
  private let last = Mutex<Look?>(nil)

  /// What was seen at one moment.
  private struct Look: Sendable {
    let dataVersion: Int64
    /// What our own tables say: numbers by name, those of `martlet_store` among them.
    var numbers: [String: Int64]
    let marks: ChangeMarks
  }

  /// The marks as they are now; `clock` is a connection that makes no changes of records.
  func marks(_ clock: Connection, isOwn: Bool) throws -> ChangeMarks {
    try last.withLock { last in
      let known = last
      let look = try clock.perform { db in try Self.look(db, after: known, isOwn: isOwn) }
      last = look
      return look.marks
    }
  }

  /// Takes note of numbers that `clock` itself has given out, which SQLite does not tell it of.
  func noteNumbers(_ clock: Connection) {
    last.withLock { last in
      guard let known = last else { return }
      // Where it fails, the next look finds more than was changed.
      let numbers = try? clock.perform { db in
        try db.number("PRAGMA data_version") == known.dataVersion ? try Self.ownNumbers(db) : nil
      }
      if let numbers = numbers.flatMap({ $0 }) { last?.numbers = numbers }
    }
  }

  private static func look(_ db: Database, after last: Look?, isOwn: Bool) throws -> Look {
    let version = try db.number("PRAGMA data_version")
    if let last, last.dataVersion == version { return last }
    guard isOwn else {
      var marks = ChangeMarks()
      marks.unknown = version
      return Look(dataVersion: version, numbers: [:], marks: marks)
    }
    // All that is read belongs to one state: a later one is seen the next time.
    try db.beginReading()
    defer { db.rollBackIfNeeded() }
    let seen = try db.number("PRAGMA data_version")
    let numbers = try ownNumbers(db)
    var marks = ChangeMarks()
    marks.models = numbers["models"] ?? 0
    for (key, value) in numbers {
      if let entity = ChangeCounters.entity(of: key) { marks.entities[entity] = value }
    }
    marks.unknown = last?.marks.unknown ?? 0
    if let last, last.dataVersion != seen, last.numbers == numbers { marks.unknown &+= 1 }
    return Look(dataVersion: seen, numbers: numbers, marks: marks)
  }

  /// What every write of ours moves: counters, the numbers and positions that come next, the size of the
  /// history, the saved queries.
  private static func ownNumbers(_ db: Database) throws -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT CAST(key AS TEXT), CAST(value AS INTEGER) FROM martlet_store"
    )
    for row in rows {
      guard let key = row[0] as String? else { continue }
      numbers[key] = row[1] as Int64?
    }
    // A damaged file may lack these tables.
    numbers["@numbers"] = try? db.number(
      "SELECT CAST(total(next & 281474976710655) AS INTEGER) FROM martlet_numbers"
    )
    numbers["@queries"] = try? db.number(
      "SELECT CAST(total(length(text) + place * 7919) AS INTEGER) FROM martlet_queries"
    )
    return numbers
  }
}
