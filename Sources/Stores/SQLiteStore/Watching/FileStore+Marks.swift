public import Storage

extension FileStore: ObservableStore {
  /// How often the file was changed, by this process and others: in files of our own entity by entity, else
  /// as a whole.
  public func changeMarks() throws -> ChangeMarks {
    try file.checkPresence("read")
    return try changes.marks(file.clock, isOwn: file.isOwn)
  }

  /// Gives out numbers; that is no change which other programs made.
  func notingNumbers<Result>(_ body: () throws -> Result) throws -> Result {
    defer { if file.isOwn { changes.noteNumbers(file.clock) } }
    return try body()
  }
}
