import Columns
import Model
import Storage

/// New records with given keys.
extension ChangeStager {
  /// Assigns rows to new records: dead rows with their numbers if they exist, otherwise new rows at
  /// the end. Rows in between were created before.
  mutating func stageInserted(_ inserted: [RecordRows]) throws(StoreError) {
    var added: [String: [Int64]] = [:]
    let parts = inserted.reduce(into: [:]) { $0[$1.entity, default: 0] += 1 }
    for rows in inserted {
      if parts[rows.entity] == 1, try stageRun(rows) { continue }
      let numbers = try numbers(of: rows)
      let new = try stage(rows, numbers)
      // There is mostly only one part, which need not be copied.
      added[rows.entity] = added.removeValue(forKey: rows.entity).map { $0 + new } ?? new
    }
    for (entity, numbers) in added { try table(entity).order(numbers) }
  }

  /// Stages all new records of an entity if their numbers are consecutive and follow the existing
  /// ones; otherwise returns false.
  private mutating func stageRun(_ rows: RecordRows) throws(StoreError) -> Bool {
    guard case .range(let range) = rows.keys else { return false }
    let table = try table(rows.entity)
    if let last = table.table.numbers.last, range.lowerBound <= last { return false }
    try table.rowsToAdd().append(rows.columns, count: rows.count)
    table.number(RecordNumbers(range))
    return true
  }

  private func numbers(of rows: RecordRows) throws(StoreError) -> [Int64] {
    guard case .list(let keys) = rows.keys else {
      if case .range(let range) = rows.keys { return Array(range) }
      return []
    }
    var numbers: [Int64] = []
    numbers.reserveCapacity(keys.count)
    for key in keys {
      // The next record needs a number, too.
      guard case .number(let number) = key, number < .max else { throw .full(entity: rows.entity) }
      numbers.append(number)
    }
    return numbers
  }

  /// Stages the fields of new records; returns the numbers of those that get new rows.
  private mutating func stage(
    _ rows: RecordRows,
    _ numbers: [Int64]
  ) throws(StoreError) -> [Int64] {
    let table = try table(rows.entity)
    guard let last = table.table.numbers.last, numbers.contains(where: { $0 <= last }) else {
      try table.rowsToAdd().append(rows.columns, count: rows.count)
      return numbers
    }
    let old = numbers.indices.filter { numbers[$0] <= last }
    let new = numbers.indices.filter { numbers[$0] > last }
    try revive(rows, numbers, old, in: table)
    let places = new.map { Int64($0) }
    for (path, column) in rows.columns where column.count != rows.count {
      throw .typeMismatch(entity: rows.entity, property: path.description)
    }
    try table.rowsToAdd()
      .append(rows.columns.mapValues { $0.gathered(at: places) }, count: new.count)
    return new.map { numbers[$0] }
  }

  /// Stores the records at `places` in dead rows.
  private func revive(
    _ rows: RecordRows,
    _ numbers: [Int64],
    _ places: [Int],
    in table: StagedTable
  ) throws(StoreError) {
    var revived: [Int64] = []
    for place in places {
      guard let row = table.table.numbers.row(of: numbers[place]), !table.isLive(Int64(row)) else {
        throw .recordExists(RecordID(entity: rows.entity, key: .number(numbers[place])))
      }
      revived.append(Int64(row))
    }
    if let row = revived.firstRepeated { throw .recordExists(table.table.recordID(of: Int(row))) }
    // Check and complete the fields like those of new rows.
    let all = StagedRows(table.layout)
    try all.append(rows.columns, count: rows.count)
    let chosen = places.map { Int64($0) }
    var write = StagedWrite(rows: revived)
    for place in table.layout.fields.indices {
      let column = all.column(place)
      write.columns[place] =
        chosen.count == rows.count ? column : column.gathered(at: chosen)
    }
    table.revive(revived)
    table.writes.append(write)
  }
}

extension StagedTable {
  /// Sorts the new rows by their numbers.
  fileprivate func order(_ numbers: [Int64]) throws(StoreError) {
    if numbers.isAscending { return number(RecordNumbers(numbers, next: 0)) }
    let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    let sorted = order.map { numbers[$0] }
    if let number = sorted.firstRepeated {
      throw .recordExists(RecordID(entity: entity, key: .number(number)))
    }
    rowsToAdd().reorder(order.map { Int64($0) })
    number(RecordNumbers(sorted, next: 0))
  }
}
