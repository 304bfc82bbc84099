import Model
import Storage

extension HistoryEvent {
  /// The event with renamed entities.
  func renaming(_ names: [String: String]) -> HistoryEvent {
    HistoryEvent(
      number: number,
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
          old: $0.old.renaming(names, of: $0.property),
          new: $0.new.renaming(names, of: $0.property)
        )
      },
      links: links.map {
        LinkChange(
          relationship: $0.relationship,
          member: $0.member.renaming(names),
          isAdded: $0.isAdded
        )
      },
      positions: positions.map {
        ValueChange(
          property: $0.property,
          old: $0.old.renaming(names),
          new: $0.new.renaming(names)
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
  /// The value of a property; the models of records are values, too.
  fileprivate func renaming(_ names: [String: String], of property: AttributePath) -> Value {
    guard property.components == [Schema.kindAttribute], case .string(let kind) = self else {
      return renaming(names)
    }
    return .string(names[kind] ?? kind)
  }

  fileprivate func renaming(_ names: [String: String]) -> Value {
    switch self {
    case .record(let id): .record(id.renaming(names))
    case .list(let elements): .list(elements.map { $0.renaming(names) })
    default: self
    }
  }
}
