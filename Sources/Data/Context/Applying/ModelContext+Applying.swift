public import Expressions
import Model
public import Storage

/// Applying the differences of two states.
extension ModelContext {
  /// Makes the changes that ``differences(with:of:_:)`` found, or others with old values.
  ///
  /// - Parameter changes: At most one change for each record. Values of to-many relationships are
  ///   lists: the members in order.
  /// - Throws: ``ChangeConflicts`` if the records do not have the old values.
  @discardableResult
  public func apply(
    _ changes: [RecordChange],
    _ evaluation: EvaluationContext,
    title: String = ""
  ) throws -> ChangeSummary {
    try perform(title, evaluation) { try stageApplying(changes, $0) }
  }

  /// The effects of ``apply(_:_:title:)``, without applying the changes.
  public func previewApplying(
    _ changes: [RecordChange],
    _ evaluation: EvaluationContext,
    limit: Int = 50
  ) throws -> ChangePreview {
    try preview(evaluation, limit) { try stageApplying(changes, $0) }
  }

  private func stageApplying(_ changes: [RecordChange], _ draft: ChangeDraft) throws {
    var stated = try StatedChanges(changes, draft.schema, over: draft.snapshot)
    try stated.check()
    guard stated.conflicts.isEmpty else { throw ChangeConflicts(all: stated.conflicts) }
    let placed = try StatedOrders(stated, PositionSource(draft.store)).changes()
    var set = try AppliedChanges.changeSet(placed, draft.schema, over: draft.snapshot)
    // The links of deleted records end with them.
    let deleted = Set(changes.filter { $0.action == .deleted }.map(\.record))
    set.unlinked = try set.unlinked.filter { pair in
      let destination = try draft.schema.relationship(pair.end).destination
      return !deleted.contains(RecordID(entity: pair.entity, key: pair.owner))
        && !deleted.contains(RecordID(entity: destination, key: pair.member))
    }
    if !draft.isPreview { try useNumbers(of: changes, in: &set, draft) }
    draft.add(set)
    try draft.countChanged(set)
  }

  /// The numbers of new records count as used from now on; if the changes are saved at once,
  /// together with them.
  func useNumbers(
    of changes: [RecordChange],
    in set: inout ChangeSet,
    _ draft: ChangeDraft
  ) throws {
    let inserted = Dictionary(
      grouping: changes.filter { $0.action == .inserted }.map(\.record),
      by: \.entity
    )
    for (entity, records) in inserted {
      let numbers = records.compactMap { record -> Int64? in
        if case .number(let number) = record.key { number } else { nil }
      }
      guard let last = numbers.max() else { continue }
      let next = try draft.reserve(0, of: entity).lowerBound
      guard next <= last else { continue }
      guard last < .max else { throw StoreError.full(entity: entity) }
      if savesAtOnce {
        set.nextNumbers[entity] = last + 1
      } else {
        _ = try draft.reserve(Int(last - next) + 1, of: entity)
      }
    }
  }
}
