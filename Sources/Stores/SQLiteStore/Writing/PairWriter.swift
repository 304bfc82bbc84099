import Columns
import GRDB
import Model
import SQLGeneration
import Storage

/// Writes the pairs of many-to-many relationships.
struct PairWriter {
  let model: FileModel
  let db: Database

  /// Links two records, or changes their positions.
  func link(_ linkage: RecordLinkage) throws {
    let pair = linkage.pair
    let (table, destination) = try joinTable(of: pair)
    guard let owner = try value(table.owner, of: pair.owner, pair.entity),
      let member = try value(table.member, of: pair.member, destination)
    else { throw StoreError.danglingLink(entity: pair.entity, relationship: pair.relationship) }
    try put(table, owner, member, linkage.position, linkage.inversePosition)
    if table.isSymmetric, owner != member {
      try put(table, member, owner, linkage.inversePosition, linkage.position)
    }
  }

  /// Unlinks two records; does nothing if one does not exist.
  func unlink(_ pair: RecordPair) throws {
    let (table, destination) = try joinTable(of: pair)
    guard let owner = try value(table.owner, of: pair.owner, pair.entity),
      let member = try value(table.member, of: pair.member, destination)
    else { return }
    try remove(table, owner, member)
    if table.isSymmetric { try remove(table, member, owner) }
  }

  /// Removes all links of deleted records.
  func unlinkAll(of selection: RecordSelection) throws {
    let owner = try model.table(selection.entity)
    for (_, mapping) in owner.mapping.toManys.sorted(by: { $0.key < $1.key }) {
      guard case .joinTable(let table) = mapping else { continue }
      let columns = table.isSymmetric ? [table.owner, table.member] : [table.owner]
      for column in columns {
        let statement = try db.cachedStatement(
          sql: "DELETE FROM \(table.table.quotedForSQL) WHERE \(column.name.quotedForSQL) = ?"
        )
        for key in selection.keys.all {
          if case .number(let number) = key, column.target == nil {
            statement.bind(number, at: 1)
          } else {
            guard let value = try value(column, of: key, selection.entity) else { continue }
            statement.bind(value, at: 1)
          }
          try statement.run(db)
        }
      }
    }
  }

  private func joinTable(of pair: RecordPair) throws -> (JoinTableMapping, destination: String) {
    let owner = try model.table(pair.entity)
    guard case .joinTable(let table)? = owner.mapping.toManys[pair.relationship],
      let relationship = model.stored.entity(pair.entity)?.relationship(pair.relationship)
    else {
      throw StoreError.unknownProperty(entity: pair.entity, property: pair.relationship)
    }
    return (table, relationship.destination)
  }

  /// The value of a column of the table for a record; nil if the record does not exist.
  private func value(
    _ column: JoinColumn,
    of key: RecordKey,
    _ entity: String
  ) throws -> SQLValue? {
    let mapping = try model.table(entity).mapping
    let condition = RowCondition(mapping)
    let shown = (column.target ?? mapping.rowNumber).quotedForSQL
    let statement = try db.cachedStatement(
      sql: "SELECT \(shown) FROM \(mapping.table.quotedForSQL) WHERE \(condition.text)"
    )
    defer { statement.reset() }
    try condition.bind(key, to: statement, from: 1)
    guard try statement.step(db) else { return nil }
    return SQLiteCell(row: statement.sqliteStatement, place: 0).sqlValue
  }

  private func put(
    _ table: JoinTableMapping,
    _ owner: SQLValue,
    _ member: SQLValue,
    _ position: Int64,
    _ inversePosition: Int64
  ) throws {
    let name = table.table.quotedForSQL
    let keys = [table.owner.name.quotedForSQL, table.member.name.quotedForSQL]
    let places = [(table.position, position), (table.inversePosition, inversePosition)]
      .compactMap { column, value in column.map { ($0.quotedForSQL, value) } }
    let sets = places.isEmpty ? ["\(keys[0]) = \(keys[0])"] : places.map { "\($0.0) = ?" }
    let update = try db.cachedStatement(
      sql: "UPDATE \(name) SET \(sets.joined(separator: ", "))"
        + " WHERE \(keys[0]) = ? AND \(keys[1]) = ?"
    )
    let values = places.map { SQLValue.integer($0.1) }
    try run(update, values + [owner, member])
    if db.changesCount > 0 { return }
    let columns = (keys + places.map(\.0)).joined(separator: ", ")
    let marks = Array(repeating: "?", count: 2 + places.count).joined(separator: ", ")
    let insert = try db.cachedStatement(
      sql: "INSERT INTO \(name) (\(columns)) VALUES (\(marks))"
    )
    try run(insert, [owner, member] + values)
  }

  private func remove(_ table: JoinTableMapping, _ owner: SQLValue, _ member: SQLValue) throws {
    let statement = try db.cachedStatement(
      sql: "DELETE FROM \(table.table.quotedForSQL) WHERE \(table.owner.name.quotedForSQL) = ?"
        + " AND \(table.member.name.quotedForSQL) = ?"
    )
    try run(statement, [owner, member])
  }

  private func run(_ statement: Statement, _ values: [SQLValue]) throws {
    for (place, value) in values.enumerated() { statement.bind(value, at: Int32(place + 1)) }
    try statement.run(db)
  }
}
