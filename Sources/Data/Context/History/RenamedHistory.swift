import Model
import Storage

extension HistoryEvent {
  /// The event with renamed entities.
  func renaming(_ names: [String: String]) -> HistoryEvent {
    HistoryEvent(
      time: time,
      author: author,
      title: title,
      bulkInserts: bulkInserts.map {
        RecordSelection(entity: names[$0.entity] ?? $0.entity, keys: $0.keys)
      },
      records: records.map { $0.renaming(names) }
    )
  }
}

extension RecordChange {
  fileprivate func renaming(_ names: [String: String]) -> RecordChange {
    RecordChange(
      record: record.renaming(names),
      action: action,
      values: values.map {
        ValueChange(
          property: $0.property,
          old: $0.old.renaming(names),
          new: $0.new.renaming(names)
        )
      },
      links: links.map {
        LinkChange(
          relationship: $0.relationship,
          member: $0.member.renaming(names),
          isAdded: $0.isAdded
        )
      }
    )
  }
}

extension RecordID {
  fileprivate func renaming(_ names: [String: String]) -> RecordID {
    names[entity].map { RecordID(entity: $0, key: key) } ?? self
  }
}

extension Value {
  fileprivate func renaming(_ names: [String: String]) -> Value {
    if case .record(let id) = self { .record(id.renaming(names)) } else { self }
  }
}
