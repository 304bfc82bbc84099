import Foundation
import Model
package import Storage

/// The differences of two states: for people one row for each new or deleted record, and in machine
/// formats a row for each value, which `apply` reads.
///
/// ```
/// inserted,Budget#3,name,,Rent
/// inserted,Budget#3,limit,,1200.0
/// updated,Budget#1,limit,900.0,950.0
/// updated,Budget#1,tags,Tag#2,
/// ```
package final class DifferenceRows: ResultRows {
  package let headers = ChangeTable.headers
  /// The rows for machine formats.
  package let values: ListedRows
  private let shown: ListedRows

  init(_ changes: [RecordChange]) {
    shown = ListedRows(changes)
    values = ListedRows(headers: ChangeTable.headers, rows: changes.flatMap(Self.rows))
  }

  package var rowCount: Int { shown.rowCount }

  package func rows(_ range: Range<Int>) throws -> ResultBatch { shown.rows(range) }

  package func selecting(_ columns: [Int]) -> any ResultRows { shown.selecting(columns) }

  private static func rows(_ change: RecordChange) -> [[Value]] {
    let start: [Value] = [
      .string(change.action.rawValue), .string(change.record.description),
    ]
    let values = change.values.map { value in
      start + [.string(value.property.description), text(value.old), text(value.new)]
    }
    let links = change.links.map { link in
      let member = Value.string(link.member.description)
      return start + [.string(link.relationship)]
        + (link.isAdded ? [.null, member] : [member, .null])
    }
    return values.isEmpty && links.isEmpty ? [start + [.null, .null, .null]] : values + links
  }

  /// The text of a value; its type restores the value exactly from it.
  private static func text(_ value: Value) -> Value {
    switch value {
    case .null, .string: value
    case .data(let data): .string(data.base64EncodedString())
    case .list(let elements):
      .string("[" + elements.map(element).joined(separator: ", ") + "]")
    default: .string(FailureWording.text(value))
    }
  }

  private static func element(_ value: Value) -> String {
    switch value {
    case .string(let text): quoted(text)
    case .data(let data): quoted(data.base64EncodedString())
    default: FailureWording.text(value)
    }
  }

  /// A string of JSON.
  private static func quoted(_ text: String) -> String {
    let encoded = try? JSONEncoder().encode(text)
    return encoded.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
