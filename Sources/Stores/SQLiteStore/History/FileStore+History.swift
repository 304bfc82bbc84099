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

  /// Deletes what was saved within these times, or the whole history.
  public func forgetHistory(_ times: ClosedRange<Timestamp>?) throws {
    guard file.isNative, !isReadOnly else { return }
    try file.change { try HistoryTables(db: $0.native).forget(times) }
  }
}
