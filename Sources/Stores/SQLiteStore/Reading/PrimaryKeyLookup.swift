import Columns
import GRDB
import Model
import SQLGeneration
import Storage

/// Finds rows by the keys of their records.
struct PrimaryKeyLookup {
  private let rows: EntityRows
  private let mapping: EntityMapping
  private let db: Database

  init(_ entity: String, _ snapshot: FileSnapshot, _ db: Database) throws {
    rows = try snapshot.rows(of: entity)
    mapping = try snapshot.model.table(entity).mapping
    self.db = db
  }

  /// The row numbers; null for missing records.
  func references(to keys: RecordKeys) throws -> [Int64] {
    let sql = "SELECT \(rows.number) FROM \(rows.source) AS t"
    if case .range(let range) = keys, range.count > 16, mapping.hasNumberKey {
      return try references(in: range, sql)
    }
    if case .list(let keys) = keys, mapping.hasNumberKey,
      let found = try references(near: keys, sql)
    {
      return found
    }
    let condition = RowCondition(mapping, as: "t")
    let statement = try db.cachedStatement(sql: sql + rows.whereClause(and: [condition.text]))
    return try keys.all.map { key in
      guard condition.bindIfPossible(key, to: statement) else { return Column.nullReference }
      defer { statement.reset() }
      return try statement.step(db) ? statement.number(0) : Column.nullReference
    }
  }

  /// The same for many close numbers; nil if they are not close. New records have close numbers
  /// after all others.
  private func references(near keys: [RecordKey], _ sql: String) throws -> [Int64]? {
    guard keys.count > 16 else { return nil }
    let numbers = keys.compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard numbers.count == keys.count, let first = numbers.min(), let last = numbers.max(),
      last < .max, [first, last].span(atMost: numbers.count)
    else { return nil }
    let found = try references(in: first..<last + 1, sql)
    return numbers.map { found[Int($0 - first)] }
  }

  private func references(in range: Range<Int64>, _ sql: String) throws -> [Int64] {
    var found = Array(repeating: Column.nullReference, count: range.count)
    let statement = try db.cachedStatement(
      sql: sql + rows.whereClause(and: ["\(rows.number) BETWEEN ? AND ?"])
    )
    defer { statement.reset() }
    statement.bind(range.lowerBound, at: 1)
    statement.bind(range.upperBound - 1, at: 2)
    while try statement.step(db) {
      let number = statement.number(0)
      found[Int(number - range.lowerBound)] = number
    }
    return found
  }
}
