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

  /// The numbers of the statements that the history leads back to and of the last one; nil if the
  /// store keeps no history with old values.
  public func historyRange() throws -> (start: Int64, last: Int64)? {
    guard let start = try historyStart() else { return nil }
    return (start.number, max(start.number, try lastStatement(until: nil) ?? 0))
  }

  /// The bytes of the history in the store; nil if they are not known.
  public func historySize() throws -> HistorySize? {
    try container.store.savedHistory?.historySize()
  }

  /// The saved changes, oldest first.
  ///
  /// A ``/Storage/HistoryStore`` includes changes by other programs and before it was opened; for
  /// other stores, the history contains only the changes by contexts of this container. The oldest
  /// statements are discarded beyond about twenty million values.
  public func history(_ filter: HistoryFilter) throws -> [HistoryEvent] {
    var events: [HistoryEvent] = []
    guard let kept = try container.store.savedHistory else {
      for entry in container.history.entries
      where filter.includes(entry.time) && filter.includes(number: entry.number) {
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
