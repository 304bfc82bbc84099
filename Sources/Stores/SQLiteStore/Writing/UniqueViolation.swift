import Columns
import GRDB
import Model
import SQLGeneration
import Storage

/// A record would get a unique value that another record has.
struct UniqueViolation: Error {
  private enum Kind {
    case known(UniqueKey, Value, existing: Int64)
    /// A stashed row cannot be moved back from this table.
    case stashed(Int64, source: String)
  }

  private let entity: String
  private let kind: Kind

  init(entity: String, key: UniqueKey, value: Value, existing: Int64) {
    self.entity = entity
    kind = .known(key, value, existing: existing)
  }

  init(entity: String, stashed number: Int64, in source: String) {
    self.entity = entity
    kind = .stashed(number, source: source)
  }

  /// The violation as a store error.
  func error(_ model: FileModel, _ db: Database) throws -> StoreError {
    switch kind {
    case .known(let key, let value, let existing):
      return .uniqueConflict(
        entity: entity,
        attribute: key.description,
        value: value,
        existing: RecordID(entity: entity, key: .number(existing))
      )
    case .stashed(let number, let source):
      return try error(of: number, in: source, try model.table(entity), db)
    }
  }

  private func error(
    of number: Int64,
    in source: String,
    _ table: FileModel.Table,
    _ db: Database
  ) throws -> StoreError {
    let key = table.mapping.rowNumber.quotedForSQL
    for unique in table.layout.uniqueKeys {
      let columns = unique.paths.compactMap { table.mapping.fields[$0] }
      let same = columns.map { "t.\($0.name.quotedForSQL) = a.\($0.name.quotedForSQL)" }
        .joined(separator: " AND ")
      let values = columns.map { "a.\($0.name.quotedForSQL)" }.joined(separator: ", ")
      let statement = try db.cachedStatement(
        sql: "SELECT t.\(key), \(values) FROM \(source) AS a"
          + " JOIN \(table.mapping.table.quotedForSQL) AS t ON \(same) WHERE a.\(key) = ?"
      )
      defer { statement.reset() }
      statement.bind(number, at: 1)
      guard try statement.step(db) else { continue }
      let found = zip(unique.places, columns).enumerated().map { place, column in
        statement.value(Int32(place + 1), column.1.codec, table.layout.fields[column.0].type)
      }
      return .uniqueConflict(
        entity: entity,
        attribute: unique.description,
        value: found.count == 1 ? found[0] : .list(found),
        existing: RecordID(entity: entity, key: .number(statement.number(0)))
      )
    }
    return .recordExists(RecordID(entity: entity, key: .number(number)))
  }
}
