import Columns
import Model
import Storage

/// The changes of one table by a change set.
final class StagedTable {
  /// The table. Its columns are not retained, so that they can change in place.
  let table: Table
  /// The rows of deleted records, in ascending order.
  private(set) var deleted: [Int64] = []
  /// The dead rows of restored records, in ascending order.
  private(set) var revived: [Int64] = []
  /// New values of rows, in order, including those of new rows.
  var writes: [StagedWrite] = []
  /// New rows; nil for none.
  private(set) var rows: StagedRows?
  /// The numbers of ``rows``, in ascending order.
  private(set) var numbers = RecordNumbers()
  /// The minimum number of the next new record.
  var nextNumber: Int64 = 0
  /// References to deleted records to keep, by the index of the relationship.
  var dangling: [Int: [(row: Int64, number: Int64)]] = [:]
  /// Changes of unique indexes.
  var uniqueEdits: [UniqueEdit] = []

  private(set) var deletedSet = RowSet([])
  private var revivedSet = RowSet([])

  /// Creates an empty change of `table`.
  init(_ table: Table) {
    self.table = table
  }

  /// The table's layout.
  var layout: TableLayout { table.layout }
  /// The entity's name.
  var entity: String { table.layout.entity }
  /// The number of new rows.
  var addedCount: Int { rows?.count ?? 0 }

  /// The new rows, created if necessary.
  func rowsToAdd() -> StagedRows {
    if let rows { return rows }
    let made = StagedRows(layout)
    rows = made
    return made
  }

  /// Marks rows as deleted.
  func delete(_ rows: [Int64]) {
    deleted = deleted.isEmpty ? rows.sortedOnce : (deleted + rows).sortedOnce
    deletedSet = RowSet(deleted)
  }

  /// Marks dead rows as restored.
  func revive(_ rows: [Int64]) {
    revived = revived.isEmpty ? rows.sortedOnce : (revived + rows).sortedOnce
    revivedSet = RowSet(revived)
  }

  /// Sets the numbers of the new rows.
  func number(_ numbers: RecordNumbers) {
    self.numbers = numbers
  }

  /// Whether row `row` holds a record after the change.
  func isLive(_ row: Int64) -> Bool {
    if row >= Int64(table.rowCount) { return row < Int64(table.rowCount + addedCount) }
    return table.live.contains(Int(row)) && !deletedSet.contains(row) || revivedSet.contains(row)
  }

  /// The row of the record `number` after the change; null if there is none.
  func row(of number: Int64) -> Int64 {
    if let row = table.numbers.row(of: number).map({ Int64($0) }) {
      return isLive(row) ? row : Column.nullReference
    }
    guard let place = numbers.row(of: number) else { return Column.nullReference }
    return Int64(table.rowCount + place)
  }

  /// The rows of records after the change; null for missing ones.
  func rows(of keys: RecordKeys) -> [Int64] {
    if numbers.count == 0 {
      let rows = table.numbers.rows(of: keys)
      if deleted.isEmpty, table.live.deadCount == 0 { return rows }
      return rows.map { $0 != Column.nullReference && isLive($0) ? $0 : Column.nullReference }
    }
    switch keys {
    case .range(let range): return range.map(row)
    case .list(let keys): return keys.map { row(of: $0) }
    }
  }

  /// The row of the record with `key` after the change; null if there is none.
  func row(of key: RecordKey) -> Int64 {
    if case .number(let number) = key { row(of: number) } else { Column.nullReference }
  }

  /// The reference of a new or restored row after the change; null for none.
  func target(of row: Int64, by place: Int) -> Int64 {
    for write in writes.reversed() {
      guard let references = write.references[place],
        let index = write.rows.lastIndex(of: row)
      else { continue }
      return references.targets[index]
    }
    return Column.nullReference
  }

  /// The identity of a row after the change.
  func recordID(of row: Int64) -> RecordID {
    let added = Int(row) - table.rowCount
    if added < 0 { return table.recordID(of: Int(row)) }
    return RecordID(entity: entity, key: .number(numbers.number(of: added)))
  }
}

/// New values of some rows, column by column.
struct StagedWrite {
  var rows: [Int64]
  /// One column for each changed field, by its index in the layout.
  var columns: [Int: Column] = [:]
  /// The changed references, by the index of the relationship.
  var references: [Int: StagedReferences] = [:]
}

/// New references of rows.
struct StagedReferences {
  /// The rows of the other table.
  var targets: [Int64]
  /// The positions among the members of the owners; nil if these are not ordered.
  var positions: [Int64]?
  /// The numbers of deleted records that are referenced, by the index of the row.
  var dangling: [Int: Int64] = [:]
}

/// A change of a unique index.
struct UniqueEdit {
  /// The index of the key in the layout.
  let key: Int
  /// The rows that lose their previous key.
  let leaving: [Int64]
  let leavingHashes: [UInt32]
  /// The rows that get a new key.
  let arriving: [Int64]
  let arrivingHashes: [UInt32]
}
