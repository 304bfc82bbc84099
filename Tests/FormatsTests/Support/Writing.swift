import Columns
import Model
import Storage

@testable import Formats

/// A result whose columns are in memory.
final class ColumnRows: ResultRows {
  let headers: [ResultHeader]
  let rowCount: Int
  private let cells: [ResultBatch.Cells]

  init(_ columns: [(name: String, type: ValueType, cells: ResultBatch.Cells)], rowCount: Int) {
    headers = columns.map { ResultHeader(name: $0.name, type: $0.type) }
    cells = columns.map(\.cells)
    self.rowCount = rowCount
  }

  /// One column of values.
  convenience init(_ name: String, _ values: [Value]) {
    self.init([(name, .null, .values(values))], rowCount: values.count)
  }

  /// The scalar columns of a table that was read.
  convenience init(_ table: ReadTable) {
    let columns = table.attributes.map { attribute in
      let column = table.columns[AttributePath([attribute.name])] ?? .nils(count: table.count)
      return (attribute.name, attribute.type, ResultBatch.Cells.column(column, start: 0))
    }
    self.init(columns, rowCount: table.count)
  }

  func rows(_ range: Range<Int>) -> ResultBatch {
    ResultBatch(
      count: range.count,
      cells: cells.map { cells in
        switch cells {
        case .column(let column, let start): .column(column, start: start + range.lowerBound)
        case .values(let values): .values(Array(values[range]))
        }
      }
    )
  }
}

/// The output for `rows`.
func write(_ rows: any ResultRows, as format: FileFormat) throws -> String {
  var bytes: [UInt8] = []
  try format.writer?.write(rows, cancellation: CancellationFlag()) { bytes.append(contentsOf: $0) }
  return String(decoding: bytes, as: UTF8.self)
}
