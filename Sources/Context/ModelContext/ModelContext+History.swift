public import Model

/// Looking back.
extension ModelContext {
  /// What was saved from `time` on, the oldest first; of the records with the ids only, if given.
  public func history(since time: Timestamp? = nil, of records: Set<RecordID>? = nil) throws
    -> [HistoryEvent]
  {
    try history(since: time) { records?.contains($0) ?? true }
  }

  /// What was saved from `time` on, the oldest first; of some records only.
  public func history(since time: Timestamp?, where isWanted: (RecordID) -> Bool) throws
    -> [HistoryEvent]
  {
    try container.history.entries.compactMap { entry in
      if let time, entry.time < time { return nil }
      let changes = try RecordChanges(schema: entry.schema, limit: .max)
        .changes(entry.forward, entry.inverse)
        .filter { isWanted($0.record) }
      if changes.isEmpty { return nil }
      return HistoryEvent(
        time: entry.time,
        author: entry.author,
        title: entry.title,
        records: changes
      )
    }
  }
}
