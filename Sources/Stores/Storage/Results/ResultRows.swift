public import Columns
public import Model

/// The rows of a query's result, read on demand.
///
/// Everything that can fail in the query has been computed already. Reading rows throws only errors
/// of the store.
public protocol ResultRows: AnyObject, Sendable {
  /// The columns from left to right.
  var headers: [ResultHeader] { get }
  /// The number of all rows.
  var rowCount: Int { get }
  /// The rows in `range`, which is within `0..<rowCount`. A few thousand rows at a time are
  /// efficient.
  func rows(_ range: Range<Int>) throws -> ResultBatch
  /// The result with only some of its columns, by their places.
  func selecting(_ columns: [Int]) -> any ResultRows
}

extension ResultRows {
  /// Reads all columns, and omits those that are not selected.
  public func selecting(_ columns: [Int]) -> any ResultRows { SelectedColumns(self, columns) }
}

/// Some columns of a result.
private final class SelectedColumns: ResultRows {
  let headers: [ResultHeader]
  private let whole: any ResultRows
  private let places: [Int]

  init(_ whole: any ResultRows, _ places: [Int]) {
    (self.whole, self.places) = (whole, places)
    headers = places.map { whole.headers[$0] }
  }

  var rowCount: Int { whole.rowCount }

  func rows(_ range: Range<Int>) throws -> ResultBatch {
    let batch = try whole.rows(range)
    let totals = places.enumerated().compactMap { place, column in
      batch.totals[column].map { (place, $0) }
    }
    return ResultBatch(
      count: batch.count,
      cells: places.map { batch.cells[$0] },
      totals: Dictionary(totals, uniquingKeysWith: { first, _ in first })
    )
  }
}

/// One column of a result.
public struct ResultHeader: Hashable, Sendable {
  /// The heading, and the key in JSON; not necessarily unique.
  public let name: String
  /// The type of the values.
  public let type: ValueType

  /// Whether some rows are totals of the column; see ``ResultBatch/totals``.
  public let hasTotals: Bool

  /// Creates a header.
  public init(name: String, type: ValueType, hasTotals: Bool = false) {
    self.name = name
    self.type = type
    self.hasTotals = hasTotals
  }
}

/// Some consecutive rows of a result.
public struct ResultBatch: Sendable {
  /// The values of one column of the batch.
  public enum Cells: Sendable {
    /// A typed column with at least `start + count` rows; row `start` is the batch's first one.
    case column(Column, start: Int)
    /// One value for each row.
    case values([Value])

    /// The value in a row of the batch.
    func value(_ row: Int) -> Value {
      switch self {
      case .column(let cells, let start): cells.value(at: start + row)
      case .values(let values): values[row]
      }
    }
  }

  /// The number of rows.
  public let count: Int
  /// One element for each header.
  public let cells: [Cells]
  /// For the columns with totals, by their places, whether nil stands for a total.
  public let totals: [Int: Cells]

  /// Creates a batch.
  public init(count: Int, cells: [Cells], totals: [Int: Cells] = [:]) {
    self.count = count
    self.cells = cells
    self.totals = totals
  }

  /// Whether nil in row `row` and column `column` of the batch stands for a total.
  public func isTotal(row: Int, column: Int) -> Bool {
    totals[column].map { $0.value(row) == .bool(true) } ?? false
  }

  /// The value in row `row` and column `column` of the batch.
  public func value(row: Int, column: Int) -> Value {
    cells[column].value(row)
  }
}
