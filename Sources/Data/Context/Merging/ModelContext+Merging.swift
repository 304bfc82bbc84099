public import Expressions
public import Model
public import Storage

/// Why two stores cannot be merged.
public enum MergeError: Error, Hashable, Sendable {
  /// There are unsaved changes.
  case pendingChanges
  /// Both are the same store.
  case sameStore
  /// The stores have no saved statement in common, so neither is a copy of the other.
  case unrelated
  /// The history of one store begins after the last statement that they have in common, at this
  /// time.
  case tooLate(Timestamp?)
  /// The stores have different models.
  case otherModels
  /// The policy is ``MergePolicy/error``: the first conflicts, and their number.
  case conflicts([MergeConflict], total: Int)
  /// The conflicts are no longer those that were decided one by one.
  case outdatedDecisions
}

/// What a merge does.
public struct MergeSummary: Sendable {
  /// The number of statements of the other store that this one did not contain.
  public let statementCount: Int
  /// The changes of this store.
  public let changes: [RecordChange]
  /// What both have changed apart.
  public let conflicts: [MergeConflict]
  /// The records of this store that have other numbers now.
  public let renumbered: [(old: RecordID, new: RecordID)]
}

/// Merging copies of a store.
extension ModelContext {
  /// Takes over what another copy of the store has changed since both were the same.
  ///
  /// - Parameter decisions: If the conflicts were decided one by one, whether the change here is
  ///   kept, for each; nil to follow the policy.
  /// - Throws: ``MergeError/outdatedDecisions`` if other conflicts were decided than those that the
  ///   stores have now.
  @discardableResult
  public func merge(
    _ other: ModelContext,
    _ policy: MergePolicy,
    _ evaluation: EvaluationContext,
    title: String = "",
    decisions: [MergeConflict.ID: Bool]? = nil
  ) throws -> MergeSummary {
    var merged: MergeSummary?
    _ = try perform(title, evaluation) { draft in
      merged = try stageMerge(other, policy, evaluation, draft, decisions)
    }
    return merged ?? MergeSummary(statementCount: 0, changes: [], conflicts: [], renumbered: [])
  }

  /// The effects of ``merge(_:_:_:title:)``, without applying it.
  public func previewMerge(
    _ other: ModelContext,
    _ policy: MergePolicy,
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> (merge: MergeSummary, preview: ChangePreview)? {
    var merged: MergeSummary?
    let preview = try preview(evaluation, limit) { draft in
      merged = try stageMerge(other, policy, evaluation, draft)
    }
    return merged.map { ($0, preview) }
  }

  private func stageMerge(
    _ other: ModelContext,
    _ policy: MergePolicy,
    _ evaluation: EvaluationContext,
    _ draft: ChangeDraft,
    _ decisions: [MergeConflict.ID: Bool]? = nil
  ) throws -> MergeSummary {
    guard !hasChanges, !isInTransaction else { throw MergeError.pendingChanges }
    guard container !== other.container else { throw MergeError.sameStore }
    guard schema().declared == other.schema().declared else { throw MergeError.otherModels }
    let number = try commonStatement(with: other)
    let here = try changedCopy(since: number, draft.snapshot)
    let there = try other.changedCopy(since: number, nil)
    let merge = CopyMerge(here, there, policy, decisions: decisions ?? [:])
    let found = merge.news.isEmpty ? [] : merge.conflicts.map(\.id)
    if let decisions, Set(decisions.keys) != Set(found) { throw MergeError.outdatedDecisions }
    // This copy contains all statements of the other one, and how their conflicts were decided.
    if merge.news.isEmpty {
      return MergeSummary(statementCount: 0, changes: [], conflicts: [], renumbered: [])
    }
    let state = try MergedState(here, there, merge)
    let conflicts = merge.conflicts.map { $0.numbered(state.number) }.sorted()
    let undecided = merge.undecided.map { $0.numbered(state.number) }.sorted()
    if policy == .error, !undecided.isEmpty, !draft.isPreview {
      throw MergeError.conflicts(Array(undecided.prefix(10)), total: undecided.count)
    }
    var changes = try AppliedChanges.changeSet(state.changes, draft.schema, over: draft.snapshot)
    // The number of a merged record is not given again, even if the record is deleted.
    if !draft.isPreview { try useNumbers(of: state.changes, in: &changes, draft) }
    draft.add(changes)
    try draft.countChanged(changes)
    draft.notes = state.notes.changes
    draft.earliestTime = state.notes.known.map(\.time).max()
      .map { Timestamp(microseconds: $0 < .max ? $0 + 1 : $0) }
    if !draft.isPreview { try reservePositions(in: state.changes) }
    return MergeSummary(
      statementCount: merge.news.count,
      changes: state.changes,
      conflicts: conflicts,
      renumbered: state.renumbered
    )
  }

  private func changedCopy(
    since number: Int64,
    _ snapshot: (any StoreSnapshot)?
  ) throws -> ChangedCopy {
    var filter = HistoryFilter()
    filter.after = number
    while true {
      try cancellation.check()
      let state = try snapshot ?? container.store.snapshot()
      let events = try history(filter)
      if try container.store.snapshot().version == state.version {
        return try ChangedCopy(events, schema(), state)
      }
      // Another writer has saved changes between the two.
      if snapshot != nil { throw StoreError.outdated }
    }
  }

  /// New positions must be greater than those of the other store.
  private func reservePositions(in changes: [RecordChange]) throws {
    let used = changes.flatMap(\.positions).flatMap { change -> [Int64] in
      switch change.new {
      case .int(let position): [position]
      case .list(let parts):
        parts.compactMap { if case .int(let position) = $0 { position } else { nil } }
      default: []
      }
    }
    guard let last = used.max() else { return }
    let next = try container.store.writable().reservePositions(0).lowerBound
    if next <= last { _ = try container.store.writable().reservePositions(Int(last - next) + 1) }
  }

  // MARK: The common state

  /// The number of the last statement that two copies have in common.
  private func commonStatement(with other: ModelContext) throws -> Int64 {
    guard let here = try historyStart(), let there = try other.historyStart() else {
      throw PastError.noHistory
    }
    let start = max(here.number, there.number)
    let ends = try (lastStatement(until: nil) ?? 0, other.lastStatement(until: nil) ?? 0)
    var (common, end) = (start, max(start, min(ends.0, ends.1)))
    // The statements up to some number are the same, and later ones are not.
    while common < end {
      try cancellation.check()
      let middle = end - (end - common) / 2
      let stamp = try stamp(of: middle)
      if try stamp != nil && stamp == other.stamp(of: middle) {
        common = middle
      } else {
        end = middle - 1
      }
    }
    if common > start { return common }
    if start > 0, here == there, here.time != nil { return start }
    guard start == 0 else { throw MergeError.tooLate(here.time ?? there.time) }
    throw MergeError.unrelated
  }

  /// The statement with a number; nil if there is none.
  private func stamp(of number: Int64) throws -> SaveStamp? {
    struct Found: Error {}
    var filter = HistoryFilter()
    filter.after = number - 1
    var stamp: SaveStamp?
    guard let kept = try container.store.savedHistory else {
      return try history(filter).first { $0.number == number }.map { SaveStamp($0) }
    }
    do {
      try kept.readHistory(filter) { event in
        if event.number == number { stamp = SaveStamp(event) }
        throw Found()
      }
    } catch is Found {}
    return stamp
  }
}

extension MergeConflict: Comparable {
  /// Whether a conflict comes first: by record, by property, then by linked record.
  public static func < (first: MergeConflict, second: MergeConflict) -> Bool {
    let (one, other) = (first.record, second.record)
    if one.entity != other.entity { return one.entity < other.entity }
    if one.key != other.key { return one.key.isBefore(other.key) }
    let paths = (first.property?.components ?? [], second.property?.components ?? [])
    if paths.0 != paths.1 { return paths.0.lexicographicallyPrecedes(paths.1) }
    guard let here = first.member, let there = second.member else { return false }
    return here.key.isBefore(there.key)
  }

  /// The conflict with the identities of the result.
  fileprivate func numbered(_ number: (RecordID) -> RecordID) -> MergeConflict {
    func named(_ value: Value) -> Value {
      if case .record(let id) = value { .record(number(id)) } else { value }
    }
    return MergeConflict(
      record: number(record),
      property: property,
      here: named(here),
      there: named(there),
      keepsThis: keepsThis,
      id: id,
      timeHere: timeHere,
      timeThere: timeThere,
      member: member.map(number)
    )
  }
}
