import Columns
import Model
import Storage

/// New rows of one table, made ready as columns of their own.
final class StagedRows {
  /// The table's layout.
  let layout: TableLayout
  private let fields: [any ColumnBuilder]
  /// What loads said about to-one relationships, by their places; as long as the rows, or shorter.
  private(set) var references: [Int: [Int64]] = [:]
  /// The number of rows.
  private(set) var count = 0
  /// One index of these rows alone for each of the layout's unique fields, once they are checked.
  var uniqueIndexes: [RowIndex] = []

  /// No rows yet for a table that is laid out as `layout`.
  init(_ layout: TableLayout) {
    self.layout = layout
    fields = layout.fields.compactMap { Column.empty(of: $0.type) }
      .map { makeColumnBuilder(continuing: $0) }
  }

  /// One column for each of the layout's fields; those of unique ones have distinct texts.
  var columns: [Column] { fields.map(\.column) }

  /// Adds one record.
  func append(_ insert: RecordInsert) throws(StoreError) {
    var known = 0
    for (place, field) in layout.fields.enumerated() {
      let value = insert.values[field.path]
      if value != nil { known += 1 }
      guard fields[place].append(value ?? .null), field.type.holds(value ?? .null) else {
        throw mismatch(field)
      }
      guard field.isOptional || !(value ?? .null).isNull else { throw missing(field) }
    }
    if known < insert.values.count { try checkKnown(insert.values.keys) }
    count += 1
  }

  /// Adds whole columns, which are taken over if they are the first rows.
  func append(_ load: ColumnLoad) throws(StoreError) {
    try checkKnown(load.columns.keys)
    for (place, builder) in fields.enumerated() {
      let field = layout.fields[place]
      guard let column = load.columns[field.path] else {
        guard field.isOptional || load.count == 0 else { throw missing(field) }
        builder.append(nulls: load.count)
        continue
      }
      guard column.count == load.count,
        column.firstText(thatIsNoCaseOf: field.type) == nil,
        builder.append(contentsOf: isUnique(place) ? column.withDistinctTexts : column)
      else { throw mismatch(field) }
      guard field.isOptional || column.validCount == column.count else { throw missing(field) }
    }
    count += load.count
  }

  /// Makes the rows that were added last lead to the table rows `targets` by the relationship in
  /// `place` of the layout.
  func setReferences(_ place: Int, _ targets: [Int64]) {
    var column = references[place] ?? []
    let missing = count - targets.count - column.count
    column.append(contentsOf: repeatElement(Column.nullReference, count: missing))
    column.append(contentsOf: targets)
    references[place] = column
  }

  /// Whether a load made row `row` lead somewhere by the relationship in `place`.
  func hasReference(_ place: Int, row: Int) -> Bool {
    references[place].map { row < $0.count && $0[row] != Column.nullReference } ?? false
  }

  private func isUnique(_ place: Int) -> Bool {
    layout.uniqueFields.contains(place)
  }

  private func checkKnown(_ paths: some Sequence<AttributePath>) throws(StoreError) {
    for path in paths where layout.place(of: path) == nil {
      throw .unknownProperty(entity: layout.entity, property: path.description)
    }
  }

  private func mismatch(_ field: StoredField) -> StoreError {
    .typeMismatch(entity: layout.entity, property: field.path.description)
  }

  private func missing(_ field: StoredField) -> StoreError {
    .missingValue(entity: layout.entity, property: field.path.description)
  }
}

extension Column {
  /// The column with no two codes for the same text.
  var withDistinctTexts: Column {
    if case .string(let column) = self { .string(column.withDistinctTexts()) } else { self }
  }
}
