import Columns
import Model
import Storage

extension StagedTable {
  /// Checks that the table has room for the new rows.
  func checkCapacity(_ limits: StoreLimits) throws(StoreError) {
    guard addedCount <= limits.rows - table.rowCount else { throw .full(entity: entity) }
    for (place, field) in table.fields.enumerated() {
      let written = writes.reduce(0) { $0 + ($1.columns[place]?.textCount ?? 0) }
      let texts = (rows?.column(place).textCount ?? 0) + written
      guard texts <= limits.texts - field.column.textCount else { throw .full(entity: entity) }
    }
  }

  /// Checks unique keys, and stages the changes of their indexes.
  func stageUnique() throws(StoreError) {
    for (place, key) in layout.uniqueKeys.enumerated() {
      let changed = changedRows(of: key)
      guard !changed.isEmpty || addedCount > 0 || !deleted.isEmpty else { continue }
      let added = Int64(table.rowCount)..<Int64(table.rowCount + addedCount)
      let arriving = changed + added
      let keys = self.keys(of: arriving, changed: changed, key)
      let old = changed.filter { $0 < Int64(table.rowCount) }
      let leaving = deleted.isEmpty ? old : (old + deleted).sortedOnce
      let edit = UniqueEdit(
        key: place,
        leaving: leaving,
        leavingHashes: KeyColumns(
          columns: table.columns(of: key).columns.map { $0.gathered(at: leaving) }
        )
        .hashes(),
        arriving: arriving,
        arrivingHashes: keys.hashes()
      )
      try check(edit, keys, key)
      uniqueEdits.append(edit)
    }
  }

  /// The existing rows with changes to a key, without duplicates.
  private func changedRows(of key: UniqueKey) -> [Int64] {
    let touching = writes.filter { write in key.places.contains { write.columns[$0] != nil } }
    let first = Int64(table.rowCount)
    // The rows of a single write can be used as they are.
    if touching.count == 1, addedCount == 0, touching[0].rows.firstRepeated == nil {
      return touching[0].rows
    }
    return touching.flatMap(\.rows).filter { $0 < first }.sortedOnce
  }

  /// The keys after the change: of the `changed` rows, then of all new rows.
  private func keys(of rows: [Int64], changed: [Int64], _ key: UniqueKey) -> KeyColumns {
    KeyColumns(columns: key.places.map { column($0, of: rows, changed: changed) })
  }

  /// The values of a field after the change: of the `changed` rows, then of all new rows.
  private func column(_ place: Int, of rows: [Int64], changed: [Int64]) -> Column {
    let touching = writes.filter { $0.columns[place] != nil }
    if touching.count == 1, addedCount == 0, touching[0].rows == changed,
      let column = touching[0].columns[place]
    {
      return column
    }
    if touching.isEmpty, changed.isEmpty, let added = self.rows { return added.column(place) }
    let builder = makeColumnBuilder(
      continuing: table.fields[place].column.gathered(at: changed)
    )
    if let added = self.rows {
      let isAppended = builder.append(contentsOf: added.column(place))
      precondition(isAppended, "staged columns are of the table's types")
    }
    for write in touching {
      // With several writes or new rows, `rows` are in ascending order.
      let places = write.rows.compactMap { rows.place(ofRising: $0).map { Int64($0) } }
      let isSet = write.columns[place].map { builder.set(places, to: $0) } ?? true
      precondition(isSet, "staged columns are of the table's types")
    }
    return builder.column
  }

  private func check(
    _ edit: UniqueEdit,
    _ keys: KeyColumns,
    _ key: UniqueKey
  ) throws(StoreError) {
    if edit.arriving.count > 1 { try checkAmongEachOther(edit, keys, key) }
    let index = table.uniqueIndexes[edit.key]
    guard index.count > 0 else { return }
    let columns = table.columns(of: key)
    let leaving = RowSet(edit.leaving)
    for (place, hash) in edit.arrivingHashes.enumerated() where hash != 0 {
      let holder = index.row(hash) {
        !leaving.contains(Int64($0)) && columns.isEqual($0, keys, place)
      }
      guard let holder else { continue }
      throw conflict(key, keys.value(at: place), existing: table.recordID(of: holder))
    }
  }

  private func checkAmongEachOther(
    _ edit: UniqueEdit,
    _ keys: KeyColumns,
    _ key: UniqueKey
  ) throws(StoreError) {
    var index = RowIndex()
    index.reserve(edit.arriving.count)
    for (place, hash) in edit.arrivingHashes.enumerated() where hash != 0 {
      if let other = index.row(hash, where: { keys.isEqual($0, keys, place) }) {
        throw conflict(
          key,
          keys.value(at: place),
          existing: recordID(of: edit.arriving[other])
        )
      }
      index.insert(place, hash)
    }
  }

  private func conflict(_ key: UniqueKey, _ value: Value, existing: RecordID) -> StoreError {
    .uniqueConflict(
      entity: entity,
      attribute: key.description,
      value: value,
      existing: existing
    )
  }
}

extension Column {
  /// The number of strings in the column's dictionary; 0 if it has none.
  fileprivate var textCount: Int {
    switch self {
    case .string(let column): column.dictionary.count
    case .list(let column): column.elements.textCount
    default: 0
    }
  }
}
