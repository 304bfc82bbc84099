public import Model

/// A result with values in memory, such as a list of models, changes or settings.
public final class ListedRows: ResultRows {
  /// The columns from left to right.
  public let headers: [ResultHeader]
  /// The number of rows.
  public let rowCount: Int
  private let columns: [[Value]]

  /// Creates rows from columns of equal length.
  public init(headers: [ResultHeader], columns: [[Value]]) {
    self.headers = headers
    self.columns = columns
    rowCount = columns.first?.count ?? 0
  }

  /// Creates rows from rows, each with a value for every header.
  public convenience init(headers: [ResultHeader], rows: [[Value]]) {
    self.init(
      headers: headers,
      columns: headers.indices.map { column in rows.map { $0[column] } }
    )
  }

  private init(_ whole: ListedRows, _ places: [Int]) {
    headers = places.map { whole.headers[$0] }
    columns = places.map { whole.columns[$0] }
    rowCount = whole.rowCount
  }

  /// The result with only some of its columns, by their places.
  public func selecting(_ columns: [Int]) -> any ResultRows { ListedRows(self, columns) }

  /// The rows in `range`.
  public func rows(_ range: Range<Int>) -> ResultBatch {
    ResultBatch(count: range.count, cells: columns.map { .values(Array($0[range])) })
  }
}
