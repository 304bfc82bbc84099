import Foundation
public import Model
import NativeStores
public import Storage

extension FileStore: HistoryStore {
  /// Passes the saved statements to `body`, including those of other processes.
  ///
  /// Core Data stores have no values: changed members are reported with nil.
  public func readHistory(
    _ filter: HistoryFilter,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    let (lease, _) = try file.beginReading()
    if let tracked = currentModel().coreData?.history {
      return try lease.connection.perform { try AppHistoryReader($0, filter, tracked).read(body) }
    }
    do {
      try lease.connection.perform { try HistoryReader(db: $0.native, filter: filter).read(body) }
    } catch let damage as HistoryDamage {
      throw damage.error(at: path)
    }
  }

  /// The earliest state that the history leads back to; nil for Core Data stores.
  public func historyStart() throws -> HistoryStart? {
    guard file.isNative else { return nil }
    return try reading { try $0.start() }
  }

  /// The bytes of the history; nil for Core Data stores.
  public func historySize() throws -> HistorySize? {
    guard file.isNative else { return nil }
    return try reading { try $0.bytes() }
  }

  /// Limits the age of statements in the history.
  public func keepHistory(_ microseconds: Int64?) throws {
    guard file.isNative, !isReadOnly else { throw StoreError.readOnly }
    let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    try file.change { try HistoryTables(db: $0.native).keep(microseconds, now: now) }
  }

  /// The number of the last statement that was saved at `time` or before.
  public func lastStatement(until time: Timestamp) throws -> Int64? {
    guard file.isNative else { return nil }
    return try reading { try $0.lastStatement(until: time) }
  }

  private func reading<Result>(
    _ body: (HistoryTables<SQLiteDatabase>) throws -> Result
  ) throws -> Result {
    let (lease, _) = try file.beginReading()
    return try lease.connection.perform { try body(HistoryTables(db: $0.native)) }
  }

  /// Deletes what was saved within these times, or the whole history.
  public func forgetHistory(_ times: ClosedRange<Timestamp>?) throws {
    guard file.isNative, !isReadOnly else { return }
    try file.change { try HistoryTables(db: $0.native).forget(times) }
  }
}
