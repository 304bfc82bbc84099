import Columns
import Model
import Storage

/// New rows of one table, made ready as columns of their own.
final class StagedRows {
  /// The table's layout.
  let layout: TableLayout
  private var fields: [any ColumnBuilder]
  /// The number of rows.
  private(set) var count = 0

  /// No rows yet for a table that is laid out as `layout`.
  init(_ layout: TableLayout) {
    self.layout = layout
    fields = layout.fields.compactMap { Column.empty(of: $0.type) }
      .map { makeColumnBuilder(continuing: $0) }
  }

  /// One column for each of the layout's fields.
  var columns: [Column] { fields.map(\.column) }

  /// The column in a place of the layout's fields.
  func column(_ place: Int) -> Column { fields[place].column }

  /// Adds whole columns of `added` rows, which are taken over if they are the first ones.
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

  /// Puts the rows in another order.
  func reorder(_ order: [Int64]) {
    fields = fields.map { makeColumnBuilder(continuing: $0.column.gathered(at: order)) }
  }
}
