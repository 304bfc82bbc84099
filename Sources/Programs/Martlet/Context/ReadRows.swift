import Columns
package import Context
import Execution
package import Model
import Planning
import Storage

/// The rows of a query, whose values are read on first use.
package final class ReadRows: Sendable {
  private let batches: [ResultBatch]
  private static let batchSize = 4096
  /// The number of rows.
  package let count: Int
  /// The columns.
  package let columns: Range<Int>

  fileprivate init(_ rows: any ResultRows) throws {
    count = rows.rowCount
    columns = rows.headers.indices
    batches = try stride(from: 0, to: count, by: Self.batchSize).map { start in
      try rows.rows(start..<min(rows.rowCount, start + Self.batchSize))
    }
  }

  /// The value in a row and a column.
  package func value(_ row: Int, _ column: Int) -> Value {
    batches[row / Self.batchSize].value(row: row % Self.batchSize, column: column)
  }

  /// The value in a row and a column if it is an `Int`, a `Double`, a `String` or a `Bool` and that
  /// type is wanted; otherwise nil.
  package func plainValue<Plain>(_ row: Int, _ column: Int) -> Plain? {
    guard
      case .column(let cells, let start) = batches[row / Self.batchSize].cells[column]
    else { return nil }
    return cells.plainValue(at: start + row % Self.batchSize)
  }
}

extension ModelContext {
  /// Runs a query that selects columns.
  package func fetchedRows(_ query: QueryText) throws -> ReadRows {
    let asked = try BoundRequest(query, self)
    let executor = try executor(for: asked.request, evaluation)
    return try ReadRows(executor.rows(of: executor.plan(asked.request)))
  }
}

extension Column {
  /// The value of a row without a `Value` in between.
  fileprivate func plainValue<Plain>(at row: Int) -> Plain? {
    // Of the same type, so that the bits are the value.
    switch self {
    case .int(let column) where Plain.self == Int.self:
      column.isValid(row) ? unsafeBitCast(Int(column.values[row]), to: Plain.self) : nil
    case .double(let column) where Plain.self == Double.self:
      column.isValid(row) ? unsafeBitCast(column.values[row], to: Plain.self) : nil
    case .bool(let column) where Plain.self == Bool.self:
      column.isValid(row) ? unsafeBitCast(column.values[row] != 0, to: Plain.self) : nil
    case .string(let column) where Plain.self == String.self:
      column.string(at: row).map { unsafeBitCast($0, to: Plain.self) }
    default: nil
    }
  }
}
