import Columns
import GRDB
import Model
import SQLGeneration
import Storage

extension FileSnapshot {
  func findDanglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    guard let query = try danglingQuery(of: relationship) else { return [] }
    let found = try connection.perform { db in
      let statement = try db.cachedStatement(
        sql: query.select + query.rows.whereClause(and: [query.condition])
          + " ORDER BY \(query.rows.number)"
      )
      defer { statement.reset() }
      var found: [(Int64, RecordKey)] = []
      while try statement.step(db) { found.append((statement.number(0), query.key(in: statement))) }
      return found
    }
    let owners = try recordIDs(of: relationship.entity, at: found.map(\.0))
    return zip(owners, found).map { DanglingReference(owner: $0.key, target: $1.1) }
  }

  func findDanglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?] {
    guard let query = try danglingQuery(of: relationship) else {
      return Array(repeating: nil, count: references.count)
    }
    return try connection.perform { db in
      let statement = try db.cachedStatement(
        sql: query.select
          + query.rows.whereClause(and: [query.condition, "\(query.rows.number) = ?"])
      )
      return try references.map { reference in
        guard reference != Column.nullReference else { return nil }
        statement.bind(reference, at: 1)
        defer { statement.reset() }
        return try statement.step(db) ? query.key(in: statement) : nil
      }
    }
  }

  /// A query for references to missing records; nil if the relationship cannot dangle.
  private func danglingQuery(of reference: RelationshipReference) throws -> DanglingQuery? {
    let rows = try rows(of: reference.entity)
    let table = try model.table(reference.entity)
    _ = try model.relationship(reference)
    guard let toOne = table.mapping.toOnes[reference.name], toOne.mayDangle else { return nil }
    let columns = toOne.columns.map { "t.\($0.quotedForSQL)" }
    let target = try model.reference(reference.name, of: reference.entity, as: "t")
    let isSet = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return DanglingQuery(
      rows: rows,
      select: "SELECT \(([rows.number] + columns).joined(separator: ", "))"
        + " FROM \(rows.source) AS t",
      condition: "\(isSet) AND \(target) IS NULL",
      isNumber: toOne.targets.isEmpty,
      count: columns.count
    )
  }
}

/// The parts of a statement that finds references to missing records.
private struct DanglingQuery {
  let rows: EntityRows
  let select: String
  let condition: String
  /// Whether the key is the row number, if it is a number.
  let isNumber: Bool
  /// The number of the key's columns.
  let count: Int

  /// The missing record's key in the current row.
  func key(in statement: Statement) -> RecordKey {
    let cells = (1...max(1, count)).map {
      SQLiteCell(row: statement.sqliteStatement, place: Int32($0))
    }
    if isNumber, let number = cells[0].integer { return .number(number) }
    return .values(cells.map(\.value))
  }
}
