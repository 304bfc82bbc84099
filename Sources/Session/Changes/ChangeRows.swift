import Context
import Model
import Storage

/// Changes as rows: one for each value that was set, one for a record that is new or goes.
enum ChangeTable {
  static let headers = [
    ResultHeader(name: "change", type: .string), ResultHeader(name: "record", type: .string),
    ResultHeader(name: "property", type: .string), ResultHeader(name: "old", type: .string),
    ResultHeader(name: "new", type: .string),
  ]

  static func rows(_ changes: [RecordChange]) -> [[Value]] {
    changes.flatMap { change -> [[Value]] in
      let start: [Value] = [
        .string(change.action.rawValue), .string(change.record.description),
      ]
      switch change.action {
      case .inserted:
        return [start + [.null, .null, whole(change, \.new)]]
      case .deleted:
        return [start + [.null, whole(change, \.old), .null]]
      case .updated:
        return change.values.map {
          start + [.string($0.property.description), text($0.old), text($0.new)]
        }
          + change.links.map { link in
            let member = Value.string(link.member.description)
            return start + [.string(link.relationship)]
              + (link.isAdded ? [.null, member] : [member, .null])
          }
      }
    }
  }

  /// All values of a record, as an insert would give them.
  private static func whole(
    _ change: RecordChange,
    _ value: KeyPath<RecordChange.ValueChange, Value>
  ) -> Value {
    let fields = change.values.map { "\($0.property): \(FailureWording.text($0[keyPath: value]))" }
    return .string((fields + ChangeWording.members(change)).joined(separator: ", "))
  }

  private static func text(_ value: Value) -> Value {
    switch value {
    case .null, .string: value
    default: .string(FailureWording.text(value))
    }
  }
}

extension ListedRows {
  /// What waits to be saved, as rows.
  convenience init(_ changes: [RecordChange]) {
    self.init(headers: ChangeTable.headers, rows: ChangeTable.rows(changes))
  }

  /// What was saved, as rows.
  convenience init(_ events: [HistoryEvent]) {
    let headers =
      [ResultHeader(name: "time", type: .date), ResultHeader(name: "author", type: .string)]
      + ChangeTable.headers
    self.init(
      headers: headers,
      rows: events.flatMap { event in
        ChangeTable.rows(event.records).map {
          [.date(event.time), event.author.map(Value.string) ?? .null] + $0
        }
      }
    )
  }
}
