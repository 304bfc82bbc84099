import Context
import Model
import Rendering
package import Storage

/// Changes as rows: one for each changed value, one for each inserted or deleted record.
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
      case .updated where change.values.isEmpty && change.links.isEmpty && change.positions.isEmpty:
        // The values are not known.
        return [start + [.null, .null, .null]]
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

  /// New records with only their identities: a row for each range of numbers.
  static func rows(ofBulkInserts selections: [RecordSelection]) -> [[Value]] {
    let action = Value.string(RecordChange.Action.inserted.rawValue)
    func row(_ first: RecordKey, _ last: RecordKey, _ entity: String, _ count: Int) -> [Value] {
      let ends = [first, last].prefix(count).map { RecordID(entity: entity, key: $0).description }
      return [
        action, .string(ends.joined(separator: " to ")), .null, .null,
        count > 1 ? .string("\(groupedDigits(count)) records") : .null,
      ]
    }
    return selections.flatMap { selection -> [[Value]] in
      let (entity, keys) = (selection.entity, selection.keys)
      guard case .range = keys, keys.count > 0 else {
        return keys.all.map { row($0, $0, entity, 1) }
      }
      return [row(keys[0], keys[keys.count - 1], entity, keys.count)]
    }
  }

  /// All values of a record, written as for `insert`; nil if they are not known.
  private static func whole(
    _ change: RecordChange,
    _ value: KeyPath<RecordChange.ValueChange, Value>
  ) -> Value {
    let fields = change.values.map { "\($0.property): \(FailureWording.text($0[keyPath: value]))" }
    let members = ChangeWording.members(change)
    return change.values.isEmpty && members.isEmpty
      ? .null : .string((fields + members).joined(separator: ", "))
  }

  private static func text(_ value: Value) -> Value {
    switch value {
    case .null, .string: value
    default: .string(FailureWording.text(value))
    }
  }
}

extension ListedRows {
  /// Changes for people: without columns that are nil in all rows, and times without fractions of
  /// seconds.
  package convenience init(concise rows: any ResultRows) throws {
    let batch = try rows.rows(0..<rows.rowCount)
    let columns = rows.headers.indices.map { column in
      (0..<rows.rowCount).map { row -> Value in
        let value = batch.value(row: row, column: column)
        guard case .date(let moment) = value else { return value }
        let second = Timestamp.microsecondsPerSecond
        let (seconds, rest) = moment.microseconds.quotientAndRemainder(dividingBy: second)
        return .date(Timestamp(microseconds: (rest < 0 ? seconds - 1 : seconds) * second))
      }
    }
    let shown = columns.indices.filter { column in
      rows.rowCount == 0 || columns[column].contains { $0 != .null }
    }
    self.init(headers: shown.map { rows.headers[$0] }, columns: shown.map { columns[$0] })
  }

  /// Pending changes as rows.
  convenience init(_ changes: [RecordChange]) {
    self.init(headers: ChangeTable.headers, rows: ChangeTable.rows(changes))
  }

  /// Saved changes as rows.
  convenience init(_ events: [HistoryEvent]) {
    let headers =
      [
        ResultHeader(name: "save", type: .int), ResultHeader(name: "time", type: .date),
        ResultHeader(name: "author", type: .string),
      ]
      + ChangeTable.headers
    self.init(
      headers: headers,
      rows: events.flatMap { event in
        let rows =
          ChangeTable.rows(ofBulkInserts: event.bulkInserts) + ChangeTable.rows(event.records)
        let start: [Value] = [
          event.number.map(Value.int) ?? .null, .date(event.time),
          event.author.map(Value.string) ?? .null,
        ]
        return rows.map { start + $0 }
      }
    )
  }
}
