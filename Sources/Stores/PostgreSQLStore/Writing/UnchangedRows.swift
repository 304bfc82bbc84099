import Foundation
import Model
import NativeStores
import SQLGeneration
import Storage
import Synchronization

/// Which transactions a snapshot of the server sees, as `txid_current_snapshot()` says it:
/// `10:20:10,14`.
struct VisibleTransactions: Hashable, Sendable {
  private let first: UInt64
  private let end: UInt64
  private let running: Set<UInt64>

  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let first = UInt64(parts[0]), let end = UInt64(parts[1]) else {
      return nil
    }
    (self.first, self.end) = (first, end)
    running = Set(parts[2].split(separator: ",").compactMap { UInt64($0) })
  }

  /// Whether the snapshot sees what a transaction did. Rows have only the lower 32 bits of its
  /// number.
  ///
  /// A row can also have the number of a part of a transaction (a savepoint), which no snapshot
  /// lists. It is higher than that of its transaction, which must have ended if the row is visible
  /// `now`.
  func sees(_ short: UInt32, now: VisibleTransactions) -> Bool {
    // Lower numbers mark old rows.
    if short < 3 { return true }
    var number = end & ~0xFFFF_FFFF | UInt64(short)
    if number > end &+ 1 << 31, number >= 1 << 32 { number -= 1 << 32 }
    if number &+ 1 << 31 < end { number &+= 1 << 32 }
    if number < first { return true }
    if number >= end || running.contains(number) { return false }
    return !running.contains { $0 < number && now.hasEnded($0) }
  }

  private func hasEnded(_ number: UInt64) -> Bool {
    number < first || (number < end && !running.contains(number))
  }
}

/// Gives versions to the states of a foreign database. They increase with every transaction that
/// ends, even in other databases of the server.
final class ForeignVersions: Sendable {
  private let state = Mutex<(last: Int64, snapshots: [Int64: VisibleTransactions])>((0, [:]))

  /// States that are this much older than the last one are forgotten.
  private static let most: Int64 = 1000

  /// The version of a snapshot.
  func version(of snapshot: VisibleTransactions) -> StoreVersion {
    state.withLock { state in
      if state.snapshots[state.last] != snapshot {
        state.last += 1
        state.snapshots[state.last] = snapshot
        state.snapshots[state.last - Self.most] = nil
      }
      return StoreVersion(state.last)
    }
  }

  /// The snapshot of a version; nil if it is too old.
  func snapshot(of version: StoreVersion) -> VisibleTransactions? {
    state.withLock { $0.snapshots[version.number] }
  }
}

/// Checks that nobody has changed the records of a change set since the snapshot it is based on,
/// and locks them. Of records on other servers, it only checks that they still exist.
struct UnchangedRows {
  private let model: ServerModel
  private let transaction: ServerTransaction
  private let snapshot: VisibleTransactions
  /// Whether rows may be on other servers, where they cannot be locked all at once.
  private let mayBeDistributed: Bool

  init(
    _ model: ServerModel,
    _ transaction: ServerTransaction,
    _ snapshot: VisibleTransactions,
    mayBeDistributed: Bool
  ) {
    (self.model, self.transaction, self.snapshot) = (model, transaction, snapshot)
    self.mayBeDistributed = mayBeDistributed
  }

  /// Throws ``Storage/StoreError/outdated`` if a record has been changed or deleted.
  func check(_ changes: ChangeSet) throws {
    for rows in changes.updated { try check(rows.keys, of: rows.entity) }
    for selection in changes.deleted { try check(selection.keys, of: selection.entity) }
  }

  private func check(_ keys: RecordKeys, of entity: String) throws {
    let table = try model.table(entity)
    if table.key.isEmpty { throw StoreError.readOnly }
    let facts = try model.facts.columns(
      of: table.mapping.qualifiedTable,
      transaction.connection
    )
    let columns = try WrittenColumns.key(of: keys.all, table, facts)
    var arrays: [SQLFragment] = []
    for part in columns { arrays.append(try TextArray.binding((0..<keys.count).map(part.text))) }
    let names = columns.map(\.name.quotedForSQL).joined(separator: ", ")
    let rows =
      "FROM \(table.mapping.ownRows) AS t, unnest("
      + arrays.joined(", ") + ") AS v(\(names)) WHERE " + ServerWriter.equality(columns)
    let lock = facts.values.allSatisfy(\.mayLock) ? " FOR UPDATE OF t" : ""
    guard let result = try locked("SELECT t.xmin::text::int8 " + rows + lock) else {
      if try transaction.number("SELECT count(*) " + rows) == keys.count { return }
      throw StoreError.outdated
    }
    let numbers = result.references(0)
    // Other servers number their transactions themselves.
    if mayBeDistributed,
      try TableDistributionChecks(model, transaction).isListed(table.mapping.qualifiedTable)
    {
      if numbers.count == keys.count { return }
      throw StoreError.outdated
    }
    if numbers.count > keys.count { throw StoreError.ambiguousRecord(first(keys, entity)) }
    if numbers.count < keys.count,
      try transaction.number("SELECT count(*) " + rows) == keys.count
    {
      // A policy does not permit changing visible rows.
      throw ServerFailure.policy(first(keys, entity))
    }
    let text = try transaction.run(SQLFragment("SELECT txid_current_snapshot()::text")).text(0, 0)
    guard numbers.count == keys.count, let now = text.flatMap(VisibleTransactions.init),
      numbers.allSatisfy({ snapshot.sees(UInt32(truncatingIfNeeded: $0), now: now) })
    else { throw StoreError.outdated }
  }

  private func first(_ keys: RecordKeys, _ entity: String) -> RecordID {
    RecordID(entity: entity, key: keys[0])
  }

  /// The result of a statement that locks rows; nil if the server cannot lock rows of these tables.
  private func locked(_ sql: SQLFragment) throws -> ServerResult? {
    guard mayBeDistributed else { return try transaction.run(sql) }
    try transaction.execute("SAVEPOINT martlet_lock")
    do {
      return try transaction.run(sql)
    } catch let failure as ServerFailure where failure.isUnsupported {
      try transaction.execute("ROLLBACK TO martlet_lock")
      return nil
    }
  }
}
