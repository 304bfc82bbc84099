import Columns
import Model
import Storage

/// What becomes of one table when a change set is committed.
final class StagedTable {
  /// The table as it is; its columns are not held, so that they can be changed in place.
  let table: Table
  /// The rows whose records go, rising.
  private(set) var deleted: [Int64] = []
  /// The dead rows whose records come back, rising.
  private(set) var revived: [Int64] = []
  /// New values of rows, in the order in which they take effect; new rows are among them.
  var writes: [StagedWrite] = []
  /// Rows to add; nil for none.
  private(set) var rows: StagedRows?
  /// The numbers of ``rows``, rising.
  private(set) var numbers = RecordNumbers()
  /// The number that the next new record gets at least.
  var nextNumber: Int64 = 0
  /// The references to deleted records that are kept, by the relationships' places.
  var dangling: [Int: [(row: Int64, number: Int64)]] = [:]
  /// What becomes of the unique indexes.
  var uniqueEdits: [UniqueEdit] = []

  private(set) var deletedSet = RowSet([])
  private var revivedSet = RowSet([])

  /// Nothing becomes of `table` so far.
  init(_ table: Table) {
    self.table = table
  }

  /// Which columns there are.
  var layout: TableLayout { table.layout }
  /// The entity's name.
  var entity: String { table.layout.entity }
  /// The number of new rows so far.
  var addedCount: Int { rows?.count ?? 0 }

  /// The rows to add, to add to.
  func rowsToAdd() -> StagedRows {
    if let rows { return rows }
    let made = StagedRows(layout)
    rows = made
    return made
  }

  /// Says which rows' records go.
  func delete(_ rows: [Int64]) {
    deleted = deleted.isEmpty ? rows.sortedOnce : (deleted + rows).sortedOnce
    deletedSet = RowSet(deleted)
  }

  /// Says which dead rows hold records again.
  func revive(_ rows: [Int64]) {
    revived = revived.isEmpty ? rows.sortedOnce : (revived + rows).sortedOnce
    revivedSet = RowSet(revived)
  }

  /// Says which numbers the rows have that were added.
  func number(_ numbers: RecordNumbers) {
    self.numbers = numbers
  }

  /// Whether row `row` holds a record after the change.
  func isLive(_ row: Int64) -> Bool {
    if row >= Int64(table.rowCount) { return row < Int64(table.rowCount + addedCount) }
    return table.live.contains(Int(row)) && !deletedSet.contains(row) || revivedSet.contains(row)
  }

  /// The row that the record `number` has after the change; null for none.
  func row(of number: Int64) -> Int64 {
    if let row = table.numbers.row(of: number).map({ Int64($0) }) {
      return isLive(row) ? row : Column.nullReference
    }
    guard let place = numbers.row(of: number) else { return Column.nullReference }
    return Int64(table.rowCount + place)
  }

  /// The rows that records have after the change; null for none.
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

  /// The row that the record with `key` has after the change; null for none.
  func row(of key: RecordKey) -> Int64 {
    if case .number(let number) = key { row(of: number) } else { Column.nullReference }
  }

  /// What a row that is new, or whose record comes back, leads to after the change, by the relationship in
  /// a place; null for nowhere.
  func target(of row: Int64, by place: Int) -> Int64 {
    for write in writes.reversed() {
      guard let references = write.references[place],
        let index = write.rows.lastIndex(of: row)
      else { continue }
      return references.targets[index]
    }
    return Column.nullReference
  }

  /// The identity that a row has after the change.
  func recordID(of row: Int64) -> RecordID {
    let added = Int(row) - table.rowCount
    if added < 0 { return table.recordID(of: Int(row)) }
    return RecordID(entity: entity, key: .number(numbers.number(of: added)))
  }
}

/// New values of some rows, column by column.
struct StagedWrite {
  /// The rows.
  var rows: [Int64]
  /// One column for each place of the layout's fields that changes.
  var columns: [Int: Column] = [:]
  /// What becomes of references, by the relationships' places.
  var references: [Int: StagedReferences] = [:]
}

/// What rows lead to.
struct StagedReferences {
  /// The rows of the other table.
  var targets: [Int64]
  /// Where each row stands among the members of its owner; nil where these are not ordered.
  var positions: [Int64]?
  /// The numbers of deleted records that rows lead to, by the rows' places.
  var dangling: [Int: Int64] = [:]
}

/// What becomes of a unique index.
struct UniqueEdit {
  /// The key's place in the layout.
  let key: Int
  /// The rows that no longer have the key that they had.
  let leaving: [Int64]
  let leavingHashes: [UInt32]
  /// The rows that have another key.
  let arriving: [Int64]
  let arrivingHashes: [UInt32]
}
