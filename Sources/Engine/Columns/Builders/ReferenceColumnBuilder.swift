public import Model

/// Builds a column of references. Of values it accepts only nil.
public final class ReferenceColumnBuilder: ColumnBuilder {
  private var storage: FixedColumn<Int64>

  /// Continues `storage`.
  public init(_ storage: FixedColumn<Int64>) {
    self.storage = storage
  }

  /// The number of rows so far.
  public var count: Int { storage.count }
  /// The rows so far.
  public var column: Column { .reference(storage) }
  /// The references so far.
  public var references: [Int64] { storage.values }

  /// Adds a row; accepts only nil.
  public func append(_ value: Value) -> Bool {
    guard value.isNull else { return false }
    append(Column.nullReference)
    return true
  }

  /// Adds the rows of a column of references.
  public func append(contentsOf column: Column) -> Bool {
    guard case .reference(let added) = column else { return false }
    if storage.count == 0 { storage = added } else { storage.append(contentsOf: added) }
    return true
  }

  /// Adds `count` rows without a record.
  public func append(nulls count: Int) {
    storage.values.append(contentsOf: repeatElement(Column.nullReference, count: count))
  }

  /// Overwrites a row; accepts only nil.
  public func set(_ row: Int, to value: Value) -> Bool {
    guard value.isNull else { return false }
    set(row, to: Column.nullReference)
    return true
  }

  /// Overwrites rows by those of a column of references.
  public func set(_ rows: [Int64], to column: Column) -> Bool {
    guard case .reference(let new) = column else { return false }
    storage.set(rows, to: new)
    return true
  }

  /// Adds a reference as a row.
  public func append(_ reference: Int64) {
    storage.values.append(reference)
  }

  /// Overwrites a row by a reference.
  public func set(_ row: Int, to reference: Int64) {
    storage.values[row] = reference
  }

  /// The reference in a row.
  public func reference(at row: Int) -> Int64 {
    storage.values[row]
  }
}
