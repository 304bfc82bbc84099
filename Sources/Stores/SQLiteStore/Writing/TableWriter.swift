import Columns
import GRDB
import GRDBSQLite
import Model
import SQLGeneration
import Storage

/// Writes rows of one table with a prepared statement.
final class TableWriter {
  private let table: FileModel.Table
  private let name: String
  private let rows: RecordRows
  private let db: Database
  private let statement: Statement
  private let bindings: [(_ row: Int, _ mark: Int32) throws -> Void]
  private let condition: RowCondition
  /// Whether the number of a new row is written.
  private let isNumbered: Bool

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
    let names = columns.map { $0.0.quotedForSQL }
    if isNew {
      let all = (isNumbered ? [table.mapping.rowNumber.quotedForSQL] : []) + names
      let marks = Array(repeating: "?", count: all.count).joined(separator: ", ")
      statement = try db.cachedStatement(
        sql: "INSERT INTO \(name) (\(all.joined(separator: ", "))) VALUES (\(marks))"
      )
    } else {
      let kept = table.mapping.unchangedColumn.quotedForSQL
      let sets = names.isEmpty ? ["\(kept) = \(kept)"] : names.map { "\($0) = ?" }
      statement = try db.cachedStatement(
        sql: "UPDATE \(name) SET \(sets.joined(separator: ", ")) WHERE \(condition.text)"
      )
    }
    bindings = columns.map { [statement] in Self.binding(of: $0.1, to: statement) }
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
    sqlite3_clear_bindings(statement.sqliteStatement)
  }

  /// Inserts a record of the rows.
  func insert(_ place: Int) throws {
    if isNumbered { try condition.bind(rows.keys[place], to: statement, from: 1) }
    try bind(place, from: isNumbered ? 2 : 1)
    do {
      try statement.run(db)
    } catch let error as DatabaseError where error.isUniqueViolation {
      throw try violation(place, error)
    }
    guard db.changesCount > 0 else { throw StoreError.skippedByTrigger(id(rows.keys[place])) }
  }

  /// Updates a record of the rows; returns false if it does not exist.
  func update(_ place: Int) throws -> Bool {
    try bind(place, from: 1)
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

  private func id(_ key: RecordKey) -> RecordID { RecordID(entity: rows.entity, key: key) }

  private func isThere(_ key: RecordKey) throws -> Bool {
    let search = try db.cachedStatement(sql: "SELECT 1 FROM \(name) WHERE \(condition.text)")
    defer { search.reset() }
    try condition.bind(key, to: search, from: 1)
    return try search.step(db)
  }

  private func bind(_ place: Int, from first: Int32) throws {
    var mark = first
    for bind in bindings {
      try bind(place, mark)
      mark += 1
    }
  }

  /// A closure that binds the value of a row to a question mark.
  private static func binding(
    of cell: Cell,
    to statement: Statement
  ) -> (_ row: Int, _ mark: Int32) throws -> Void {
    switch cell {
    case .field(let column, let codec): statement.binding(of: column, codec)
    case .position(let positions): { statement.bind(positions[$0], at: $1) }
    case .reference(let binder, let part):
      { statement.bind(try binder.value($0, part: part), at: $1) }
    }
  }

  /// The error for a key that another record has.
  private func violation(_ place: Int, _ error: DatabaseError) throws -> any Error {
    statement.reset()
    let exists = StoreError.recordExists(id(rows.keys[place]))
    guard case .number(let number) = rows.keys[place] else {
      return error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY ? exists : error
    }
    for unique in table.layout.uniqueKeys {
      let values = try values(of: unique, place, number)
      guard let existing = try holder(of: values, unique, besides: number) else { continue }
      return UniqueViolation(
        entity: rows.entity,
        key: unique,
        value: values.count == 1 ? values[0] : .list(values),
        existing: existing
      )
    }
    // Indexes of other programs may have constraints that models cannot express.
    return error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE ? error : exists
  }

  /// The new values of a key, without fields that have no columns.
  private func values(of key: UniqueKey, _ place: Int, _ number: Int64) throws -> [Value] {
    try key.paths.compactMap { path in
      guard let column = table.mapping.fields[path] else { return nil }
      return try rows.columns[path]?.value(at: place) ?? present(path, column, number)
    }
  }

  /// The number of another record with these values of a key; nil if there is none, or a value is
  /// nil.
  private func holder(
    of values: [Value],
    _ key: UniqueKey,
    besides number: Int64
  ) throws -> Int64? {
    let columns = key.paths.compactMap { table.mapping.fields[$0] }
    let bound = zip(columns, values).compactMap { $0.codec.sqlValue(of: $1) }
    guard bound.count == key.paths.count, !values.contains(where: \.isNull) else { return nil }
    let rowNumber = table.mapping.rowNumber.quotedForSQL
    let conditions = columns.map { "\($0.name.quotedForSQL) = ?" } + ["\(rowNumber) <> ?"]
    let search = try db.cachedStatement(
      sql: "SELECT \(rowNumber) FROM \(name) WHERE \(conditions.joined(separator: " AND "))"
    )
    defer { search.reset() }
    for (mark, value) in bound.enumerated() { search.bind(value, at: Int32(mark + 1)) }
    search.bind(number, at: Int32(bound.count + 1))
    return try search.step(db) ? search.number(0) : nil
  }

  /// A record's current value of a field.
  private func present(
    _ path: AttributePath,
    _ column: ColumnMapping,
    _ number: Int64
  ) throws -> Value {
    guard let place = table.layout.place(of: path) else { return .null }
    let key = table.mapping.rowNumber.quotedForSQL
    let search = try db.cachedStatement(
      sql: "SELECT \(column.name.quotedForSQL) FROM \(name) WHERE \(key) = ?"
    )
    defer { search.reset() }
    search.bind(number, at: 1)
    guard try search.step(db) else { return .null }
    return search.value(0, column.codec, table.layout.fields[place].type)
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
