import Context
import Model
import Storage

/// Values in memory as a result.
final class ValueRows: ResultRows {
  let headers: [ResultHeader]
  private let values: [[Value]]

  init(_ headers: [ResultHeader], _ values: [[Value]]) {
    self.headers = headers
    self.values = values
  }

  var rowCount: Int { values.count }

  func rows(_ range: Range<Int>) -> ResultBatch {
    ResultBatch(
      count: range.count,
      cells: headers.indices.map { column in .values(values[range].map { $0[column] }) }
    )
  }
}

/// Changes as rows: one for each value that was set, one for a record without any.
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
      guard !change.values.isEmpty else { return [start + [.null, .null, .null]] }
      return change.values.map {
        start + [.string($0.property.description), text($0.old), text($0.new)]
      }
    }
  }

  private static func text(_ value: Value) -> Value {
    value.isNull ? .null : .string(FailureWording.text(value))
  }
}

extension ValueRows {
  /// What waits to be saved, as rows.
  convenience init(_ changes: [RecordChange]) {
    self.init(ChangeTable.headers, ChangeTable.rows(changes))
  }

  /// What was saved, as rows.
  convenience init(_ events: [HistoryEvent]) {
    let headers =
      [ResultHeader(name: "time", type: .date), ResultHeader(name: "author", type: .string)]
      + ChangeTable.headers
    self.init(
      headers,
      events.flatMap { event in
        ChangeTable.rows(event.records).map {
          [.date(event.time), event.author.map(Value.string) ?? .null] + $0
        }
      }
    )
  }
}
