import Columns
import GRDB
import GRDBSQLite
import Model
import SQLGeneration
import Storage

/// Writes rows of one table with a prepared statement.
final class TableWriter {
  let table: FileModel.Table
  let name: String
  let rows: RecordRows
  let db: Database
  private let statement: Statement
  /// A statement that inserts ``blockSize`` rows; nil if that could differ from inserting each.
  private var blockStatement: Statement?
  private let bindings: [RowBinding]
  private let condition: RowCondition
  /// Whether the number of a new row is written.
  private let isNumbered: Bool

  /// The number of rows that are inserted at once: SQLite then searches each index with one cursor,
  /// which took three quarters of the time in a C program. More rows gained nothing.
  private static let blockSize = 16

  /// The values of a question mark.
  enum Cell {
    case field(Column, ColumnCodec)
    case reference(ReferenceBinder, part: Int)
    case position([Int64])
  }

  /// Inserts or updates `rows`.
  ///
  /// - Parameter aside: The rows' temporary table, if they are stashed.
  init(
    _ rows: RecordRows,
    _ writer: ChangeWriter,
    isNew: Bool,
    in aside: StashedRows? = nil
  ) throws {
    self.rows = rows
    db = writer.db
    table = try writer.model.table(rows.entity)
    name = aside?.source ?? table.mapping.table.quotedForSQL
    let columns = try Self.columns(of: rows, table, writer, isNew: isNew)
    condition = RowCondition(table.mapping)
    isNumbered = table.mapping.hasNumberKey
    bindings = columns.map { Self.binding(of: $0.1) }
    let names = columns.map { $0.0.quotedForSQL }
    if isNew {
      let all = (isNumbered ? [table.mapping.rowNumber.quotedForSQL] : []) + names
      let target = "INTO \(name) (\(all.joined(separator: ", ")))"
      let marks = "(" + Array(repeating: "?", count: all.count).joined(separator: ", ") + ")"
      statement = try db.cachedStatement(sql: "INSERT \(target) VALUES \(marks)")
      if rows.count >= Self.blockSize, try mayInsertBlocks(columns.map(\.1)) {
        // Without `FAIL`, SQLite would copy each page before it changes it, to be able to undo the
        // statement.
        let values = Array(repeating: marks, count: Self.blockSize).joined(separator: ", ")
        blockStatement = try db.cachedStatement(sql: "INSERT OR FAIL \(target) VALUES \(values)")
      }
    } else {
      let kept = table.mapping.unchangedColumn.quotedForSQL
      let sets = names.isEmpty ? ["\(kept) = \(kept)"] : names.map { "\($0) = ?" }
      statement = try db.cachedStatement(
        sql: "UPDATE \(name) SET \(sets.joined(separator: ", ")) WHERE \(condition.text)"
      )
    }
  }

  /// Deletes rows of an entity.
  init(_ entity: String, _ writer: ChangeWriter) throws {
    rows = RecordRows(entity: entity, keys: .list([]))
    db = writer.db
    table = try writer.model.table(entity)
    name = table.mapping.table.quotedForSQL
    bindings = []
    condition = RowCondition(table.mapping)
    isNumbered = table.mapping.hasNumberKey
    statement = try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(condition.text)")
  }

  deinit {
    // The statement stays prepared, but the strings that are bound to it may not stay.
    for statement in [statement, blockStatement] {
      if let statement { sqlite3_clear_bindings(statement.sqliteStatement) }
    }
  }

  /// Inserts all records, in blocks where possible.
  func insertAll() throws {
    var place = 0
    while place < rows.count {
      let end = min(rows.count, place + Self.blockSize)
      if let blockStatement, end - place == Self.blockSize {
        try insert(place..<end, with: blockStatement)
      } else {
        for place in place..<end { try insert(place) }
      }
      place = end
    }
  }

  /// Inserts a record.
  func insert(_ place: Int) throws {
    try insert(place..<place + 1, with: statement)
  }

  private func insert(_ places: Range<Int>, with statement: Statement) throws {
    let width = Int32(bindings.count + (isNumbered ? 1 : 0))
    if isNumbered {
      var mark: Int32 = 1
      for place in places {
        try condition.bind(rows.keys[place], to: statement, from: mark)
        mark += width
      }
    }
    try bind(places, to: statement, from: isNumbered ? 2 : 1, distance: width)
    do {
      try statement.run(db)
    } catch let error as DatabaseError where error.isUniqueViolation {
      // The rows before the one that failed are inserted.
      let inserted = places.count > 1 ? db.changesCount : 0
      throw try violation(places.lowerBound + inserted, error)
    }
    guard db.changesCount >= places.count else {
      throw StoreError.skippedByTrigger(id(rows.keys[places.lowerBound]))
    }
  }

  /// Whether `INSERT OR FAIL` does the same as `INSERT`: triggers would pass `FAIL` on to their own
  /// statements, `FAIL` overrides what constraints of other programs' tables declare, such as
  /// `UNIQUE ON CONFLICT IGNORE`, records without numbers cannot be searched, and a record may
  /// reference another one of its block.
  private func mayInsertBlocks(_ cells: [Cell]) throws -> Bool {
    // SQLite before 3.32 allows so few question marks.
    guard isNumbered, (cells.count + 1) * Self.blockSize < 1_000 else { return false }
    for case .reference(let binder, _) in cells where binder.searches { return false }
    let search = try db.cachedStatement(
      sql: "SELECT 1 FROM sqlite_master WHERE tbl_name = ? COLLATE NOCASE"
        + " AND (type = 'trigger' OR sql LIKE '%conflict%')"
    )
    defer { search.reset() }
    search.bind(.text(table.mapping.table), at: 1)
    return try !search.step(db)
  }

  /// Updates a record of the rows; returns false if it does not exist.
  func update(_ place: Int) throws -> Bool {
    try bind(place..<place + 1, to: statement, from: 1)
    try condition.bind(rows.keys[place], to: statement, from: Int32(bindings.count + 1))
    do {
      try statement.run(db)
    } catch let error as DatabaseError where error.isUniqueViolation {
      throw try violation(place, error)
    }
    if db.changesCount > 0 { return true }
    if try isThere(rows.keys[place]) { throw StoreError.skippedByTrigger(id(rows.keys[place])) }
    return false
  }

  /// Deletes a record.
  ///
  /// - Parameter mayBeGone: Whether another deletion may have deleted the row, as foreign keys of
  ///   other programs' tables do.
  func delete(_ key: RecordKey, mayBeGone: Bool) throws {
    try condition.bind(key, to: statement, from: 1)
    try statement.run(db)
    if db.changesCount > 0 { return }
    if try isThere(key) { throw StoreError.skippedByTrigger(id(key)) }
    guard mayBeGone else { throw StoreError.missingRecord(id(key)) }
  }

  func id(_ key: RecordKey) -> RecordID { RecordID(entity: rows.entity, key: key) }

  private func isThere(_ key: RecordKey) throws -> Bool {
    let search = try db.cachedStatement(sql: "SELECT 1 FROM \(name) WHERE \(condition.text)")
    defer { search.reset() }
    try condition.bind(key, to: search, from: 1)
    return try search.step(db)
  }

  private func bind(
    _ places: Range<Int>,
    to statement: Statement,
    from first: Int32,
    distance: Int32 = 0
  ) throws {
    var mark = first
    for bind in bindings {
      try bind(statement, places, mark, distance)
      mark += 1
    }
  }

  private static func binding(of cell: Cell) -> RowBinding {
    switch cell {
    case .field(let column, let codec): codec.binding(of: column)
    case .position(let positions):
      eachRow { statement, row, mark in statement.bind(positions[row], at: mark) }
    case .reference(let binder, let part):
      eachRow { statement, row, mark in
        statement.bind(try binder.value(row, part: part), at: mark)
      }
    }
  }

  private static func eachRow(
    _ bind: @escaping (_ statement: Statement, _ row: Int, _ mark: Int32) throws -> Void
  ) -> RowBinding {
    { statement, rows, mark, distance in
      var mark = mark
      for row in rows {
        try bind(statement, row, mark)
        mark += distance
      }
    }
  }
}

extension EntityMapping {
  /// Whether the row number identifies the record.
  var hasNumberKey: Bool {
    if case .number = key { true } else { false }
  }

  /// A column that can be set to itself.
  fileprivate var unchangedColumn: String {
    if case .values(let parts) = key, let first = parts.first {
      first.column.name
    } else {
      rowNumber
    }
  }

  /// Whether a column is written as a field; the row number is written separately.
  func writes(_ column: ColumnMapping) -> Bool {
    !column.isReadOnly && !(hasNumberKey && column.name == rowNumber)
  }
}

extension DatabaseError {
  /// Whether another row has the same key.
  fileprivate var isUniqueViolation: Bool {
    [.SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID]
      .contains(extendedResultCode)
  }
}
