import Model
import Storage

/// Changes of records with old and new values, to apply to a store.
enum AppliedChanges {
  /// The changes as a change set for `snapshot`: what leads back, if their inverse had happened.
  static func changeSet(
    _ changes: [RecordChange],
    _ schema: StoredSchema,
    over snapshot: any StoreSnapshot
  ) throws -> ChangeSet {
    var past = PastChanges(schema)
    try past.revert(
      HistoryEvent(
        time: Timestamp(microseconds: 0),
        author: nil,
        title: "",
        records: changes.reversed().map(\.inverse)
      )
    )
    return try PastChangeSet(past, over: snapshot).changes()
  }
}

extension RecordChange {
  /// The change that reverts this one.
  fileprivate var inverse: RecordChange {
    func inverse(_ change: ValueChange) -> ValueChange {
      ValueChange(property: change.property, old: change.new, new: change.old)
    }
    let action: Action =
      switch action {
      case .inserted: .deleted
      case .deleted: .inserted
      case .updated: .updated
      }
    return RecordChange(
      record: record,
      action: action,
      values: values.map(inverse),
      links: links.reversed().map {
        LinkChange(relationship: $0.relationship, member: $0.member, isAdded: !$0.isAdded)
      },
      positions: positions.map(inverse)
    )
  }
}
