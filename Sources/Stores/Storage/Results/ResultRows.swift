public import Columns
public import Model

/// The rows of a query's result, gathered when they are asked for.
///
/// What can fail has been computed before, so that a result never breaks off for the query's own
/// reasons; asking for rows throws only what the store throws.
public protocol ResultRows: AnyObject, Sendable {
  /// The columns from left to right.
  var headers: [ResultHeader] { get }
  /// The number of all rows.
  var rowCount: Int { get }
  /// The rows of `range`, which lies within `0..<rowCount`; a few thousand at once are best.
  func rows(_ range: Range<Int>) throws -> ResultBatch
}

/// One column of a result.
public struct ResultHeader: Hashable, Sendable {
  /// The heading, and the key in JSON; may repeat.
  public let name: String
  /// The type of the values.
  public let type: ValueType

  /// Makes a header.
  public init(name: String, type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// Some consecutive rows of a result.
public struct ResultBatch: Sendable {
  /// The values of one column of the batch.
  public enum Cells: Sendable {
    /// A typed column of at least `start + count` rows, of which row `start` is the batch's first.
    case column(Column, start: Int)
    /// One value a row.
    case values([Value])
  }

  /// The number of rows.
  public let count: Int
  /// One element for each header.
  public let cells: [Cells]

  /// Makes a batch.
  public init(count: Int, cells: [Cells]) {
    self.count = count
    self.cells = cells
  }

  /// The value in row `row` of the batch and column `column`.
  public func value(row: Int, column: Int) -> Value {
    switch cells[column] {
    case .column(let cells, let start): cells.value(at: start + row)
    case .values(let values): values[row]
    }
  }
}
