public import Storage

extension FileStore {
  /// Whether the file is one of our own.
  public var keepsHistory: Bool { file.isOwn }

  /// Tells what was saved to the file, by this process and others.
  public func readHistory(
    _ filter: HistoryFilter,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    guard file.isOwn else { return }
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
