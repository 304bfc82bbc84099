public import Storage

extension FileStore: HistoryStore {
  /// Tells what was saved to the file, by this process and others.
  ///
  /// Core Data keeps no values: of records that were changed the members are told with nil.
  public func readHistory(
    _ filter: HistoryFilter,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    if let tracked = currentModel().coreData?.history {
      let (lease, _) = try file.beginReading()
      return try lease.connection.perform { try AppHistoryReader($0, filter, tracked).read(body) }
    }
    let (lease, _) = try file.beginReading()
    do {
      try lease.connection.perform { try HistoryReader($0, filter).read(body) }
    } catch let damage as HistoryReader.Damage {
      throw StoreFileError(
        path: path,
        operation: "read",
        fault: .damaged(reason: "the history of statement \(damage.statement) cannot be read")
      )
    }
  }

  /// Takes what was saved so far out of the history.
  public func forgetHistory() throws {
    guard file.isOwn, !isReadOnly else { return }
    try file.change { try HistoryTables(db: $0).forgetAll() }
  }
}
