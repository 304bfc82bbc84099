import Columns
import GRDB
import GRDBSQLite
import Model
import NativeStores
import SQLGeneration
import Storage

/// Writes a change set within a transaction, and checks it.
final class ChangeWriter {
  let model: FileModel
  let db: Database
  /// Whether the file is a native store.
  private let isNative: Bool
  /// The checks at the end.
  private var checks: ReferenceChecks
  private var nextPosition: Int64?
  /// The tables whose rows are stashed so that unique values can be exchanged.
  private var stashed: [String: StashedRows] = [:]

  init(_ model: FileModel, _ db: Database, isNative: Bool) {
    self.model = model
    self.db = db
    self.isNative = isNative
    checks = ReferenceChecks(model)
  }

  /// Writes all changes, or throws after writing some of them.
  func make(_ changes: ChangeSet) throws {
    if !isNative { try db.execute(sql: "PRAGMA defer_foreign_keys = ON") }
    guard isNative, !changes.updated.isEmpty else {
      return try reportingViolations { try write(changes) }
    }
    try db.execute(sql: "SAVEPOINT attempt")
    do {
      try write(changes)
    } catch is UniqueViolation {
      // Values may only be exchanged: repeat with the affected rows stashed.
      try db.execute(sql: "ROLLBACK TO attempt")
      checks = ReferenceChecks(model)
      nextPosition = nil
      try reportingViolations {
        try stashRows(of: changes)
        try write(changes)
      }
    }
    try db.execute(sql: "RELEASE attempt")
  }

  private func reportingViolations(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let violation as UniqueViolation {
      throw try violation.error(model, db)
    }
  }

  private func write(_ changes: ChangeSet) throws {
    for (entity, number) in changes.nextNumbers {
      _ = try model.table(entity)
      if isNative { try NumberCounter.entity(entity).raise(to: number, db.native) }
    }
    for selection in isNative
      ? changes.deleted
      : try DeletionOrder.sorted(changes.deleted, by: \.entity, { try model.table($0).layout })
    {
      try delete(selection)
    }
    for rows in changes.inserted { try insert(rows) }
    for rows in changes.updated { try update(rows) }
    for rows in stashed.values.sorted(by: { $0.entity < $1.entity }) { try rows.restore(db) }
    let pairs = PairWriter(model: model, db: db)
    for pair in changes.unlinked { try pairs.unlink(pair) }
    for linkage in changes.linked {
      try pairs.link(linkage)
      try notePositions([linkage.position, linkage.inversePosition])
    }
    if isNative, let nextPosition { try NumberCounter.positions.raise(to: nextPosition, db.native) }
    try checks.check(db.native)
    try checkForeignKeys()
  }

  private func checkForeignKeys() throws {
    var (pending, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &pending, &highest, 0)
    if pending > 0 { try ReferenceCheck(model: model, db: db).check() }
  }

  // MARK: Records

  private func delete(_ selection: RecordSelection) throws {
    let writer = try TableWriter(selection.entity, self)
    // Join tables may contain values of the rows.
    try PairWriter(model: model, db: db).unlinkAll(of: selection)
    // Records mostly reference older ones. If those went first, SQLite would delete recursively, up
    // to a limited depth.
    let keys = isNative ? Array(selection.keys.all) : selection.keys.all.reversed()
    for key in keys { try writer.delete(key, mayBeGone: !isNative) }
  }

  private func insert(_ rows: RecordRows) throws {
    let writer = try TableWriter(rows, self, isNew: true)
    var last: Int64?
    for place in 0..<rows.count {
      if case .number(let number) = rows.keys[place] {
        guard number < .max else { throw StoreError.full(entity: rows.entity) }
        last = max(last ?? number, number)
      }
    }
    if let aside = stashed[rows.entity] {
      for place in 0..<rows.count {
        try writer.insert(place)
        try aside.takeAdded(rows.keys[place], db)
      }
    } else {
      try writer.insertAll()
    }
    if isNative, let last {
      try NumberCounter.entity(rows.entity).raise(to: last + 1, db.native)
    }
    try checks.note(inserted: rows)
  }

  private func update(_ rows: RecordRows) throws {
    let writer = try TableWriter(rows, self, isNew: false)
    let aside = try stashed[rows.entity].map { try TableWriter(rows, self, isNew: false, in: $0) }
    for place in 0..<rows.count {
      if try writer.update(place) { continue }
      if let aside, try aside.update(place) { continue }
      throw StoreError.missingRecord(RecordID(entity: rows.entity, key: rows.keys[place]))
    }
    try checks.note(updated: rows)
  }

  private func stashRows(of changes: ChangeSet) throws {
    for rows in changes.updated {
      let table = try model.table(rows.entity)
      let keys = table.layout.uniqueKeys.flatMap(\.paths)
      guard keys.contains(where: { rows.columns[$0] != nil }) else { continue }
      let aside = try stashed[rows.entity] ?? StashedRows(table.mapping, db)
      stashed[rows.entity] = aside
      for key in rows.keys.all {
        if case .number(let number) = key { try aside.take(number, db) }
      }
    }
  }

  // MARK: Positions

  /// Reserves positions for `count` members.
  func takePositions(_ count: Int) throws -> [Int64] {
    let first = try nextPosition ?? NumberCounter.positions.next(db.native)
    let positions = try Range(next: count, from: first, of: "")
    nextPosition = positions.upperBound
    return Array(positions)
  }

  /// Makes sure that the next positions are greater than `positions`.
  func notePositions(_ positions: [Int64]) throws {
    guard let last = positions.max(), isNative else { return }
    let next = try nextPosition ?? NumberCounter.positions.next(db.native)
    nextPosition = max(next, last == .max ? last : last + 1)
  }
}
