public import Storage

extension FileStore: ObservableStore {
  /// The change counters, which include changes by other processes: by entity for native stores,
  /// otherwise for the whole file.
  public func changeMarks() throws -> ChangeMarks {
    try file.checkPresence("read")
    return try changes.marks(file.clock, isNative: file.isNative)
  }

  /// Reserves numbers without counting that as a change by another program.
  func notingNumbers<Result>(_ body: () throws -> Result) throws -> Result {
    defer { if file.isNative { changes.noteNumbers(file.clock) } }
    return try body()
  }
}
