import GRDB
import Model
import SQLGeneration
import Storage

/// Rows that are moved to a temporary table while they change, so that they can exchange unique
/// values.
final class StashedRows {
  let entity: String
  /// The temporary table.
  let source: String
  private let table: String
  private let key: String
  private var numbers: [Int64] = []
  /// The rows to move, including those that are not inserted yet.
  private var wanted: Set<Int64> = []

  init(_ mapping: EntityMapping, _ db: Database) throws {
    entity = mapping.entity
    table = mapping.table.quotedForSQL
    key = mapping.rowNumber.quotedForSQL
    source = "temp." + "aside \(mapping.table)".quotedForSQL
    try db.execute(
      sql: "CREATE TEMP TABLE \("aside \(mapping.table)".quotedForSQL)"
        + " AS SELECT * FROM \(table) WHERE 0"
    )
    try db.execute(
      sql: "CREATE INDEX temp.\("aside key \(mapping.table)".quotedForSQL)"
        + " ON \("aside \(mapping.table)".quotedForSQL) (\(key))"
    )
  }

  /// Moves a row if it exists, or when it is inserted.
  func take(_ number: Int64, _ db: Database) throws {
    wanted.insert(number)
    try takeOut(number, db)
  }

  /// Moves a row that was just inserted, if it is wanted.
  func takeAdded(_ key: RecordKey, _ db: Database) throws {
    if case .number(let number) = key, wanted.contains(number) { try takeOut(number, db) }
  }

  private func takeOut(_ number: Int64, _ db: Database) throws {
    let copy = try db.cachedStatement(
      sql: "INSERT INTO \(source) SELECT * FROM \(table) WHERE \(key) = ?"
    )
    copy.bind(number, at: 1)
    try copy.run(db)
    guard db.changesCount > 0 else { return }
    let delete = try db.cachedStatement(sql: "DELETE FROM \(table) WHERE \(key) = ?")
    delete.bind(number, at: 1)
    try delete.run(db)
    numbers.append(number)
  }

  /// Moves all rows back.
  func restore(_ db: Database) throws {
    let copy = try db.cachedStatement(
      sql: "INSERT INTO \(table) SELECT * FROM \(source) WHERE \(key) = ?"
    )
    for number in numbers {
      copy.bind(number, at: 1)
      do {
        try copy.run(db)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw UniqueViolation(entity: entity, stashed: number, in: source)
      }
    }
    try db.execute(sql: "DROP TABLE \(source)")
  }
}
