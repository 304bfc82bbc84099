public import Model
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
      try lease.connection.perform { try HistoryReader(db: $0, filter: filter).read(body) }
    } catch let damage as HistoryReader.Damage {
      throw StoreFileError(
        path: path,
        operation: "read",
        fault: .damaged(reason: "the history of statement \(damage.statement) cannot be read")
      )
    }
  }

  /// Deletes the history up to a moment, or up to now.
  public func forgetHistory(through time: Timestamp?) throws {
    guard file.isNative, !isReadOnly else { return }
    try file.change { try HistoryTables(db: $0).forget(through: time) }
  }
}
