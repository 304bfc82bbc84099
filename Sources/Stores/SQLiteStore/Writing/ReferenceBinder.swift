import GRDB
import Model
import SQLGeneration
import Storage

/// Converts the records that a to-one relationship references to the values of its columns.
final class ReferenceBinder {
  private let targets: [RecordKey?]
  private let mapping: ToOneMapping
  private let target: FileModel.Table
  private let entity: String
  private let relationship: String
  private let db: Database
  /// The values of the last record: a compound key is looked up once.
  private var last: (place: Int, values: [SQLValue])?

  init(
    _ given: RecordReferences,
    _ mapping: ToOneMapping,
    _ layout: ReferenceLayout,
    of entity: String,
    _ writer: ChangeWriter
  ) throws {
    targets = given.targets
    self.mapping = mapping
    self.entity = entity
    relationship = layout.relationship.name
    target = try writer.model.table(layout.relationship.destination)
    db = writer.db
  }

  /// Whether referenced records are searched, which must then exist.
  var searches: Bool {
    !mapping.targets.isEmpty
      || targets.contains { if case .values? = $0 { true } else { false } }
  }

  /// The value of one of the relationship's columns for a record.
  func value(_ place: Int, part: Int) throws -> SQLValue {
    guard let key = targets[place] else { return .null }
    if mapping.targets.isEmpty, case .number(let number) = key { return .integer(number) }
    if last?.place != place { last = (place, try values(of: key)) }
    return last?.values[part] ?? .null
  }

  /// The values of the referenced columns.
  private func values(of key: RecordKey) throws -> [SQLValue] {
    let names = mapping.targets.isEmpty ? [target.mapping.rowNumber] : mapping.targets
    let condition = RowCondition(target.mapping)
    let statement = try db.cachedStatement(
      sql: "SELECT \(names.map(\.quotedForSQL).joined(separator: ", "))"
        + " FROM \(target.mapping.table.quotedForSQL) WHERE \(condition.text)"
    )
    defer { statement.reset() }
    guard condition.bindIfPossible(key, to: statement), try statement.step(db) else {
      throw StoreError.danglingLink(entity: entity, relationship: relationship)
    }
    return names.indices.map { place in
      SQLiteCell(row: statement.sqliteStatement, place: Int32(place)).sqlValue
    }
  }
}
