import Foundation
public import Model

/// Fills a column row by row and lends it out as it is at any time.
///
/// A column that was lent is a copy-on-write version: the builder copies its buffers when it next
/// changes while the version is still held, and changes them in place otherwise.
public protocol ColumnBuilder: AnyObject {
  /// The number of rows so far.
  var count: Int { get }
  /// The rows so far.
  var column: Column { get }
  /// Adds a row; false, and nothing is added, when `value` is not of the column's type.
  func append(_ value: Value) -> Bool
  /// Adds the rows of `column`; false, and nothing is added, when it is of another type.
  ///
  /// A builder without rows takes the column over without copying it.
  func append(contentsOf column: Column) -> Bool
  /// Adds `count` nil rows.
  func append(nulls count: Int)
  /// Overwrites a row that exists; false, and nothing changes, when `value` is of another type.
  func set(_ row: Int, to value: Value) -> Bool
  /// Overwrites `rows`, which exist, by those of `column` in their order; false, and nothing
  /// changes, when it is of another type.
  func set(_ rows: [Int64], to column: Column) -> Bool
}

extension Column {
  /// A column of values; nil where no column stores values of `type`, or one of them is of another type.
  public init?(_ values: [Value], of type: ValueType) {
    guard let empty = Column.empty(of: type) else { return nil }
    let builder = makeColumnBuilder(continuing: empty)
    for value in values where !builder.append(value) { return nil }
    self = builder.column
  }
}

/// Makes the builder that continues a column.
public func makeColumnBuilder(continuing column: Column) -> any ColumnBuilder {
  switch column {
  case .bool(let column): FixedColumnBuilder(column, .bool)
  case .int(let column): FixedColumnBuilder(column, .int)
  case .double(let column): FixedColumnBuilder(column, .double)
  case .decimal(let column): FixedColumnBuilder(column, .decimal)
  case .date(let column): FixedColumnBuilder(column, .date)
  case .uuid(let column): FixedColumnBuilder(column, .uuid)
  case .data(let column): FixedColumnBuilder(column, .data)
  case .reference(let column): ReferenceColumnBuilder(column)
  case .string(let column): StringColumnBuilder(column)
  case .list(let column): ListColumnBuilder(column)
  }
}
