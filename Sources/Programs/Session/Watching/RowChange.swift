public import Model
import Storage

/// A change of one row of a watched result.
public struct RowChange: Hashable, Sendable {
  /// The kinds of changes.
  public enum Kind: String, Hashable, Sendable {
    /// The query newly finds the row.
    case inserted
    /// The row moved within `limit` and `offset`.
    case entered
    /// The values changed.
    case changed
    /// Only the position changed.
    case moved
    /// The query no longer finds the row.
    case removed
    /// The row moved outside `limit` and `offset`.
    case left
  }

  /// The kind of change.
  public let kind: Kind
  /// The row's key.
  public let key: RowKey
  /// The index in the new result of a row that is new or moved; otherwise nil.
  public let place: Int?
  /// The old values: all of a row that is gone, the changed ones of a changed row, otherwise none.
  public let old: [ObjectField]
  /// The new values: all of a row that is new, or moved and identified by its values; the changed
  /// ones of a changed row; otherwise none.
  public let new: [ObjectField]
}

/// The changes of a watched result.
///
/// To get the new result, remove from the old one all rows that are removed, left or have a new
/// index, and then insert the rows with an index in ascending order.
public struct ResultChanges: Hashable, Sendable {
  /// The changes: first rows that are gone in the old order, then all others in the new order.
  public let changes: [RowChange]
  /// The number of rows of the new result.
  public let rowCount: Int
}

/// Identifies a row of a result.
public enum RowKey: Hashable, Sendable {
  /// The record of the row.
  case record(RecordID)
  /// The group's keys; empty if all records are one group.
  case group([Value])
  /// The values, and the number of equal rows before it.
  case values([Value], occurrence: Int)
}

/// The rows of a watched query at one moment.
struct ResultState {
  /// The distinct keys of the rows, in order.
  var keys: [RowKey] = []
  /// The shown values of each row.
  var rows: [[Value]] = []
  /// The keys of all rows without `limit` and `offset`; nil if the query has neither, or if a row
  /// fails.
  var found: Set<RowKey>?
}

extension ResultRows {
  /// All cells, row by row.
  package func allValues() throws -> [[Value]] {
    var values: [[Value]] = []
    values.reserveCapacity(rowCount)
    for start in stride(from: 0, to: rowCount, by: 4096) {
      let batch = try rows(start..<min(rowCount, start + 4096))
      for row in 0..<batch.count {
        values.append(headers.indices.map { batch.value(row: row, column: $0) })
      }
    }
    return values
  }
}
