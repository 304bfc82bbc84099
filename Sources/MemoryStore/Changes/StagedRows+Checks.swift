import Columns
import Model
import Storage

extension StagedRows {
  /// Checks that `table` can take the rows.
  func checkRoom(in table: Table, _ limits: StoreLimits) throws(StoreError) {
    guard count <= limits.rows - table.count, table.numbers.canAppend(count) else {
      throw .full(entity: layout.entity)
    }
    for (builder, column) in zip(table.fields, columns) {
      guard column.textCount <= limits.texts - builder.column.textCount else {
        throw .full(entity: layout.entity)
      }
    }
  }

  /// Checks that unique values are so among the rows, and are not in `table`.
  func checkUnique(in table: Table) throws(StoreError) {
    for (index, place) in zip(table.uniqueIndexes, layout.uniqueFields) {
      let column = columns[place]
      var ownIndex = RowIndex()
      if let collision = ownIndex.add(0..<count, of: column) {
        throw conflict(place, column.value(at: collision.later), existing: nil)
      }
      uniqueIndexes.append(ownIndex)
      let existing = table.fields[place].column
      if let collision = index.firstCollision(of: column, with: existing) {
        throw conflict(
          place,
          column.value(at: collision.later),
          existing: table.recordID(of: collision.earlier)
        )
      }
    }
  }

  private func conflict(_ place: Int, _ value: Value, existing: RecordID?) -> StoreError {
    .uniqueConflict(
      entity: layout.entity,
      attribute: layout.fields[place].path.description,
      value: value,
      existing: existing
    )
  }
}

extension Column {
  /// The number of texts that the column's dictionary holds; 0 where it has none.
  fileprivate var textCount: Int {
    switch self {
    case .string(let column): column.dictionary.count
    case .list(let column): column.elements.textCount
    default: 0
    }
  }
}
