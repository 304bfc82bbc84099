import Columns
import GRDB
import Model
import SQLGeneration

/// Finds rows by the values of a unique key.
struct ValueFinder {
  private let statement: Statement
  /// Finds the rows in a range of values; nil unless the key is a single Int.
  private let range: Statement?
  private let codecs: [ColumnCodec]
  /// Finds any row of the table.
  private let any: Statement
  private let db: Database

  /// Nil if a field has no column, or one with several encodings of the same value.
  init?(
    _ entity: String,
    _ paths: [AttributePath],
    _ snapshot: FileSnapshot,
    _ db: Database
  ) throws {
    let mapping = try snapshot.model.table(entity).mapping
    let rows = try snapshot.rows(of: entity)
    let columns = paths.compactMap { mapping.fields[$0] }
    guard columns.count == paths.count, columns.allSatisfy(\.isFound) else { return nil }
    codecs = columns.map(\.codec)
    let conditions = columns.map { column in
      "t.\(column.name.quotedForSQL) = ?" + (column.codec == .text ? " COLLATE BINARY" : "")
    }
    any = try db.cachedStatement(sql: "SELECT 1 FROM \(rows.source) LIMIT 1")
    statement = try db.cachedStatement(
      sql: "SELECT \(rows.number) FROM \(rows.source) AS t"
        + rows.whereClause(and: conditions) + " LIMIT 1"
    )
    range =
      try columns.count == 1 && columns[0].codec == .integer
      ? db.cachedStatement(
        sql: "SELECT \(rows.number), t.\(columns[0].name.quotedForSQL) FROM \(rows.source) AS t"
          + rows.whereClause(and: ["t.\(columns[0].name.quotedForSQL) BETWEEN ? AND ?"])
      ) : nil
    self.db = db
  }

  private func isEmpty() throws -> Bool {
    defer { any.reset() }
    return try !any.step(db)
  }

  /// Fewer keys are looked up one by one.
  private static let minInRange = 32

  /// The row with the values in each row of `keys`; null if there is none, or a value is nil.
  func references(to keys: [Column]) throws -> [Int64] {
    guard let count = keys.first?.count else { return [] }
    if count >= Self.minInRange, try isEmpty() {
      return Array(repeating: Column.nullReference, count: count)
    }
    if let range, count >= Self.minInRange, case .int(let column) = keys[0],
      column.validity == nil, let found = try references(to: column.values, range)
    {
      return found
    }
    return try (0..<count).map { row in
      for (place, column) in keys.enumerated() {
        guard column.isValid(row), let value = codecs[place].sqlValue(of: column.value(at: row))
        else { return Column.nullReference }
        statement.bind(value, at: Int32(place + 1))
      }
      defer { statement.reset() }
      return try statement.step(db) ? statement.number(0) : Column.nullReference
    }
  }
}

extension ValueFinder {
  /// The same for a range of close numbers; nil if they are not close. Most are new, after all
  /// others.
  private func references(to numbers: [Int64], _ range: Statement) throws -> [Int64]? {
    guard let first = numbers.min(), let last = numbers.max(),
      [first, last].span(atMost: numbers.count)
    else { return nil }
    defer { range.reset() }
    range.bind(first, at: 1)
    range.bind(last, at: 2)
    var rows: [Int64: Int64] = [:]
    while try range.step(db) {
      let cell = SQLiteCell(row: range.sqliteStatement, place: 1)
      guard let number = cell.integer ?? cell.double.flatMap({ Int64(exactly: $0) }) else {
        continue
      }
      rows[number] = range.number(0)
    }
    return numbers.map { rows[$0] ?? Column.nullReference }
  }
}

extension ColumnMapping {
  /// Whether rows with a value can be found by its encoding.
  fileprivate var isFound: Bool {
    switch codec {
    case .integer, .text, .blob, .bool: true
    default: isTrusted
    }
  }
}
