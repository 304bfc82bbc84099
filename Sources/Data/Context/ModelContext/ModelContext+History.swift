public import Model
public import Storage

/// History.
extension ModelContext {
  /// The changes saved since `time`, oldest first; only those of `records` if given.
  public func history(since time: Timestamp? = nil, of records: Set<RecordID>? = nil) throws
    -> [HistoryEvent]
  {
    try history(
      records.map { HistoryFilter(since: time, of: $0) } ?? HistoryFilter(since: time)
    )
  }

  /// The saved changes, oldest first.
  ///
  /// A ``/Storage/HistoryStore`` includes changes by other programs and before it was opened; for
  /// other stores, the history contains only the changes by contexts of this container. The oldest
  /// statements are discarded beyond about twenty million values.
  public func history(_ filter: HistoryFilter) throws -> [HistoryEvent] {
    var events: [HistoryEvent] = []
    guard let kept = try container.store.savedHistory else {
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
