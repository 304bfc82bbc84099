import GRDB
import SQLGeneration
import Storage
import Synchronization

/// Hands out numbers of new records, and positions.
///
/// In a file of our own the next ones are written down there, so that no two processes get the same. In
/// other files they follow the greatest there is, and those given out before.
final class NumberReserve: Sendable {
  private let connection: Connection
  private let isOwn: Bool
  private let given = Mutex<[String: Int64]>([:])

  init(_ connection: Connection, isOwn: Bool) {
    self.connection = connection
    self.isOwn = isOwn
  }

  /// The next `count` numbers of an entity.
  func reserve(_ count: Int, of mapping: EntityMapping) throws -> Range<Int64> {
    guard isOwn else { return try reserveHere(count, of: mapping) }
    if count == 0 {
      let next = try connection.perform { try MartletTables.nextNumber(of: mapping.entity, $0) }
      return next..<next
    }
    return try connection.perform("write") { db in
      try db.inImmediateTransaction { db in
        let first = try MartletTables.nextNumber(of: mapping.entity, db)
        let range = try range(from: first, count, of: mapping.entity)
        try MartletTables.raiseNextNumber(of: mapping.entity, to: range.upperBound, db)
        return range
      }
    }
  }

  /// The next `count` positions.
  func reservePositions(_ count: Int) throws -> Range<Int64> {
    guard isOwn else { return try giveOut(count, as: "", from: 1) }
    if count == 0 {
      let next = try connection.perform { try MartletTables.nextPosition($0) }
      return next..<next
    }
    return try connection.perform("write") { db in
      try db.inImmediateTransaction { db in
        let range = try range(from: try MartletTables.nextPosition(db), count, of: "")
        try MartletTables.raiseNextPosition(to: range.upperBound, db)
        return range
      }
    }
  }

  private func reserveHere(_ count: Int, of mapping: EntityMapping) throws -> Range<Int64> {
    let last = try connection.perform { db in
      let last = try db.number(
        "SELECT max(\(mapping.rowNumber.quotedForSQL)) FROM \(mapping.table.quotedForSQL)"
      )
      guard try db.tableExists("sqlite_sequence") else { return last }
      let sequence = try db.number(
        "SELECT seq FROM sqlite_sequence WHERE name = ?",
        [mapping.table]
      )
      return max(last, sequence)
    }
    guard last < .max else { throw StoreError.full(entity: mapping.entity) }
    return try giveOut(count, as: mapping.entity, from: last + 1)
  }

  private func giveOut(_ count: Int, as name: String, from least: Int64) throws -> Range<Int64> {
    try given.withLock { given in
      let range = try range(from: max(least, given[name] ?? 1), count, of: name)
      given[name] = range.upperBound
      return range
    }
  }

  private func range(
    from first: Int64,
    _ count: Int,
    of entity: String
  ) throws(StoreError) -> Range<Int64> {
    let end = first.addingReportingOverflow(Int64(count))
    guard !end.overflow else { throw .full(entity: entity) }
    return first..<end.partialValue
  }
}

extension Database {
  /// Does something in a transaction of its own.
  fileprivate func inImmediateTransaction<Result>(
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try beginTransaction(.immediate)
    do {
      let result = try body(self)
      try commit()
      return result
    } catch {
      rollBackIfNeeded()
      throw error
    }
  }
}
