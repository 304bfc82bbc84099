import Columns
import GRDB
import Model
import SQLGeneration
import Storage

/// Finding the record that has the key of another one.
extension TableWriter {
  /// The error for a key that another record has.
  func violation(_ place: Int, _ error: DatabaseError) throws -> any Error {
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
