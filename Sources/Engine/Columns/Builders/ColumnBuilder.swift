import Foundation
public import Model

/// Builds a column row by row. The column can be read at any time.
///
/// Columns are copy-on-write: the builder copies its buffers only if it changes while an earlier
/// column is still in use.
public protocol ColumnBuilder: AnyObject {
  /// The number of rows so far.
  var count: Int { get }
  /// The rows so far.
  var column: Column { get }
  /// Adds a row. Returns false, without adding it, if `value` has another type.
  func append(_ value: Value) -> Bool
  /// Adds the rows of `column`. Returns false, without adding them, if it has another type.
  ///
  /// An empty builder reuses the column without copying it.
  func append(contentsOf column: Column) -> Bool
  /// Adds `count` nil rows.
  func append(nulls count: Int)
  /// Overwrites an existing row. Returns false, without changes, if `value` has another type.
  func set(_ row: Int, to value: Value) -> Bool
  /// Overwrites existing `rows` with those of `column`. Returns false, without changes, if it has
  /// another type.
  func set(_ rows: [Int64], to column: Column) -> Bool
}

extension Column {
  /// Creates a column of values; nil if `type` cannot be stored or a value has another type.
  public init?(_ values: [Value], of type: ValueType) {
    guard let empty = Column.empty(of: type) else { return nil }
    let builder = makeColumnBuilder(continuing: empty)
    for value in values where !builder.append(value) { return nil }
    self = builder.column
  }
}

/// Creates a builder that continues a column.
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
