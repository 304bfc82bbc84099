import Columns
import Model
import Storage

/// New rows of a table, in separate columns.
final class StagedRows {
  /// The table's layout.
  let layout: TableLayout
  private var fields: [any ColumnBuilder]
  /// The number of rows.
  private(set) var count = 0

  /// Creates an empty set of rows.
  init(_ layout: TableLayout) {
    self.layout = layout
    fields = layout.fields.compactMap { Column.empty(of: $0.type) }
      .map { makeColumnBuilder(continuing: $0) }
  }

  /// One column for each of the layout's fields.
  var columns: [Column] { fields.map(\.column) }

  /// The column at an index of the layout's fields.
  func column(_ place: Int) -> Column { fields[place].column }

  /// Appends columns with `added` rows. The first ones are shared, not copied.
  func append(
    _ columns: [AttributePath: Column],
    count added: Int
  ) throws(StoreError) {
    try layout.checkKnown(columns.keys)
    for (place, builder) in fields.enumerated() {
      let field = layout.fields[place]
      guard let column = columns[field.path] else {
        guard field.isOptional || added == 0 else { throw layout.missing(field) }
        builder.append(nulls: added)
        continue
      }
      try layout.check(column, for: field, count: added)
      guard builder.append(contentsOf: column.withoutNegativeZeros) else {
        throw layout.mismatch(field)
      }
    }
    count += added
  }

  /// Reorders the rows.
  func reorder(_ order: [Int64]) {
    fields = fields.map { makeColumnBuilder(continuing: $0.column.gathered(at: order)) }
  }
}
