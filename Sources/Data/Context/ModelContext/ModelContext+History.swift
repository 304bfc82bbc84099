public import Model
public import Storage

/// Looking back.
extension ModelContext {
  /// What was saved from `time` on, the oldest first; of the records with the ids only, if given.
  public func history(since time: Timestamp? = nil, of records: Set<RecordID>? = nil) throws
    -> [HistoryEvent]
  {
    try history(
      records.map { HistoryFilter(since: time, of: $0) } ?? HistoryFilter(since: time)
    )
  }

  /// What was saved, the oldest first.
  ///
  /// Where the store keeps it (``Storage/HistoryStore``) that is what anybody saved, before the
  /// store was opened too; else what the contexts of this container did. Either forgets the oldest
  /// statements when it grows beyond some twenty million values.
  public func history(_ filter: HistoryFilter) throws -> [HistoryEvent] {
    var events: [HistoryEvent] = []
    guard let kept = try container.store.keptHistory else {
      for entry in container.history.entries where filter.includes(entry.time) {
        try cancellation.check()
        if let event = try filter.part(of: entry.event()) { events.append(event) }
      }
      return events
    }
    try kept.readHistory(filter) { event in
      try cancellation.check()
      events.append(event)
    }
    return events
  }
}
