public import Columns
public import Model

/// Checks of values to be stored.
extension TableLayout {
  /// Checks that `column` has `count` rows that fit `field`.
  public func check(_ column: Column, for field: StoredField, count: Int) throws(StoreError) {
    guard column.count == count, let empty = Column.empty(of: field.type),
      makeColumnBuilder(continuing: empty).append(contentsOf: column),
      column.firstText(thatIsNoCaseOf: field.type) == nil
    else { throw mismatch(field) }
    guard field.isOptional || column.validCount == count else { throw missing(field) }
  }

  /// Checks that all `paths` name fields.
  public func checkKnown(_ paths: some Sequence<AttributePath>) throws(StoreError) {
    for path in paths where place(of: path) == nil {
      throw .unknownProperty(entity: entity, property: path.description)
    }
  }

  /// The error for a value that does not have the field's type.
  public func mismatch(_ field: StoredField) -> StoreError {
    .typeMismatch(entity: entity, property: field.path.description)
  }

  /// The error for a missing value in a required field.
  public func missing(_ field: StoredField) -> StoreError {
    .missingValue(entity: entity, property: field.path.description)
  }
}
