public import Execution
public import Expressions
import Model
public import Storage

/// Reading the past.
extension ModelContext {
  /// The records that a request reads: the current ones with pending changes, or the saved ones of
  /// its moment.
  public func snapshot(
    for request: FetchRequest,
    _ evaluation: EvaluationContext
  ) throws -> any StoreSnapshot {
    guard let moment = request.moment else { return try snapshot() }
    return try snapshot(asOf: moment.value(evaluation), evaluation)
  }

  /// Runs plans over the records that a request reads.
  public func executor(
    for request: FetchRequest,
    _ evaluation: EvaluationContext
  ) throws -> Executor {
    executor(evaluation, over: try snapshot(for: request, evaluation))
  }

  /// The saved records as they were at a moment of the past.
  ///
  /// The time that this takes depends on the changes since then.
  ///
  /// - Throws: ``/Storage/PastError`` if the history does not lead back to that moment.
  public func snapshot(
    asOf moment: PastMoment,
    _ evaluation: EvaluationContext
  ) throws -> any StoreSnapshot {
    let (base, past) = try past([moment], evaluation)
    omittedProperties.formUnion(past[0].omitted)
    return try state(past[0], over: base)
  }

  /// The number of statements and of records that lead back to a moment.
  package func distance(
    to moment: PastMoment,
    _ evaluation: EvaluationContext
  ) throws -> (statements: Int, records: Int) {
    let events = try events(since: moment, evaluation)
    var changes = PastChanges(schema())
    for event in events.reversed() { try changes.revert(event) }
    let records = try schema().entities.reduce(0) { try $0 + changes.touched($1.name).count }
    return (events.count, records)
  }

  /// The properties that past states have and the current models do not; each is returned once.
  package func takeOmittedProperties() -> [String] {
    defer { omittedProperties = [] }
    return omittedProperties.sorted()
  }

  /// The present saved records, and the changes since each of some moments.
  func past(
    _ moments: [PastMoment],
    _ evaluation: EvaluationContext
  ) throws -> (base: any StoreSnapshot, changes: [PastChanges]) {
    while true {
      try cancellation.check()
      let base = try container.store.snapshot()
      let changes = try moments.map { try self.changes(since: $0, evaluation) }
      // Otherwise another writer has saved changes between the two.
      if try container.store.snapshot().version == base.version { return (base, changes) }
    }
  }

  /// The past state, on top of the present one.
  func state(_ past: PastChanges, over base: any StoreSnapshot) throws -> any StoreSnapshot {
    let changes = try PastChangeSet(past, over: base).changes()
    // A store without changes keeps its capabilities.
    if changes.isEmpty { return base }
    var base = base
    if !changes.inserted.isEmpty,
      let store = try container.store.capability((any UnsharedStore).self, for: .reading)
    {
      let roomy = try store.snapshot(restoring: changes)
      if roomy.version == base.version { base = roomy }
    }
    var overlay = Overlay(past.schema, keepsOriginals: false, cancellation: cancellation)
    try overlay.merge(changes, over: base)
    return try OverlaySnapshot(&overlay, over: base, level: 0)
  }

  private func changes(
    since moment: PastMoment,
    _ evaluation: EvaluationContext
  ) throws -> PastChanges {
    var changes = PastChanges(schema())
    try revertSaved(since: moment, evaluation, &changes)
    return changes
  }

  /// Takes back the saved changes since a moment.
  func revertSaved(
    since moment: PastMoment,
    _ evaluation: EvaluationContext,
    _ changes: inout PastChanges
  ) throws {
    for event in try events(since: moment, evaluation).reversed() {
      try cancellation.check()
      try changes.revert(event)
    }
  }

  /// The events after a moment, without gaps.
  private func events(
    since moment: PastMoment,
    _ evaluation: EvaluationContext
  ) throws -> [HistoryEvent] {
    guard let start = try historyStart() else { throw PastError.noHistory }
    let number = try number(of: moment, start, evaluation)
    var filter = HistoryFilter()
    filter.after = number
    let events = try history(filter)
    let last = try events.last?.number ?? lastStatement(until: nil) ?? 0
    guard number <= max(last, start.number) else {
      throw PastError.unknownSave(number, last: max(last, start.number))
    }
    if let gap = events.indices.last(where: { events[$0].number != number + Int64($0) + 1 }) {
      let first = HistoryStart(number: (events[gap].number ?? 1) - 1)
      throw PastError.tooEarly(start: first, first: events[gap].time)
    }
    return events
  }

  private func number(
    of moment: PastMoment,
    _ start: HistoryStart,
    _ evaluation: EvaluationContext
  ) throws -> Int64 {
    switch moment {
    case .save(let number):
      guard number >= start.number else { throw try tooEarly(start) }
      return number
    case .time(let time):
      guard time <= evaluation.now else { throw PastError.future(time) }
      if let number = try lastStatement(until: time), number > start.number { return number }
      guard let first = start.time, first <= time else { throw try tooEarly(start) }
      return start.number
    }
  }

  private func tooEarly(_ start: HistoryStart) throws -> PastError {
    var filter = HistoryFilter()
    filter.after = start.number
    return .tooEarly(start: start, first: try history(filter).first?.time)
  }

  /// The earliest state that the history leads back to; nil if the store keeps no history with old
  /// values.
  func historyStart() throws -> HistoryStart? {
    if let kept = try container.store.savedHistory { return try kept.historyStart() }
    let isComplete =
      try container.store.capability((any UnsharedStore).self, for: .reading) != nil
    return isComplete ? container.history.start : nil
  }

  /// The number of the last statement saved at `time` or before; nil for any time.
  func lastStatement(until time: Timestamp?) throws -> Int64? {
    let time = time ?? Timestamp(microseconds: .max)
    if let kept = try container.store.savedHistory {
      return try kept.lastStatement(until: time)
    }
    return container.history.entries.last { $0.time <= time }?.number
  }
}

extension RequestedMoment {
  /// The moment, with the values of `now` and `today`.
  public func value(_ evaluation: EvaluationContext) throws -> PastMoment {
    switch self {
    case .save(let number): return .save(number)
    case .time(let expression):
      let value = try ScalarEvaluator(source: NoRecords(), context: evaluation)
        .evaluate(expression, scopes: [])
      guard case .date(let time) = value else { throw PastError.noTime }
      return .time(time)
    }
  }
}
