import Foundation
import GRDB
import Model
import NativeStores
import SQLGeneration
import Storage

@testable import SQLiteStore

/// Writes a random world into tables of a random layout.
struct ForeignTables {
  let world: RandomWorld
  let mapping: PhysicalMapping
  let db: Database

  func write() throws {
    for entity in world.schema.stored.entities {
      guard let table = mapping.entities[entity.name] else { continue }
      try writeRecords(of: entity, in: table)
      for (name, toMany) in table.toManys {
        guard case .joinTable(let join) = toMany else { continue }
        let end = RelationshipEnd(entity: entity.name, name: name)
        if let pairs = world.pairs[end] { try write(pairs, end, join) }
      }
    }
  }

  // MARK: Records

  private func writeRecords(of entity: Entity, in table: EntityMapping) throws {
    let fields = table.fields.sorted { $0.value.name < $1.value.name }
    let links = table.toOnes.filter { !$0.value.columns.isEmpty }.sorted { $0.key < $1.key }
    let number = table.key == .number(column: nil) ? [] : ["id INTEGER PRIMARY KEY"]
    let columns = fields.map { Self.declaration($0.value) }
    let references = links.flatMap { $0.value.columns + [$0.value.position].compactMap { $0 } }
    let declared =
      number + [ForeignLayout.key, ForeignLayout.filter.column] + columns
      + references.map(\.quotedForSQL)
    try db.execute(
      sql: "CREATE TABLE \(table.table.quotedForSQL) (\(declared.joined(separator: ", ")))"
    )
    let names =
      [table.rowNumber, ForeignLayout.key, ForeignLayout.filter.column]
      + fields.map(\.value.name.quotedForSQL) + references.map(\.quotedForSQL)
    let insert = try statement(into: table.table, names)
    let records = world.records(of: entity.name)
    for (index, record) in records.enumerated() {
      let values = fields.map { field, column in
        Self.stored(record.values[field] ?? .null, column.codec, index)
      }
      let targets = links.flatMap { name, toOne -> [DatabaseValue] in
        let target = record.toOne[name].map { Self.key($0, isRowNumber: toOne.targets.isEmpty) }
        let position = toOne.position.map { _ in (record.positions[name] ?? 0).databaseValue }
        return [target ?? .null] + [position].compactMap { $0 }
      }
      try insert.execute(
        arguments: StatementArguments(head(index, isOwn: true) + values + targets)
      )
    }
    if table.filter == nil { return }
    // Rows of other entities that reference records.
    for index in records.indices {
      let targets = references.map { _ in Int64(1).databaseValue }
      let nothing = fields.map { _ in DatabaseValue.null }
      try insert.execute(
        arguments: StatementArguments(
          head(records.count + index, isOwn: false) + nothing + targets
        )
      )
    }
  }

  /// The row's number, its key, and whose it is.
  private func head(_ index: Int, isOwn: Bool) -> [DatabaseValue] {
    [
      Self.key(index, isRowNumber: true), Self.key(index, isRowNumber: false),
      (isOwn ? Int64(index % 2) * 2 + 1 : 2).databaseValue,
    ]
  }

  private static func key(_ index: Int, isRowNumber: Bool) -> DatabaseValue {
    isRowNumber ? Int64(index + 1).databaseValue : "key \(index)".databaseValue
  }

  private func statement(into table: String, _ names: [String]) throws -> GRDB.Statement {
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    return try db.makeStatement(
      sql: "INSERT INTO \(table.quotedForSQL) (\(names.joined(separator: ", "))) VALUES (\(marks))"
    )
  }

  /// Columns that are not known to hold what fits have no declared type, so that they can hold anything.
  private static func declaration(_ column: SQLGeneration.ColumnMapping) -> String {
    guard column.isTrusted else { return column.name.quotedForSQL }
    let type =
      switch column.codec {
      case .integer, .bool, .date(.microseconds), .date(.milliseconds): "INTEGER"
      case .real, .date(.seconds): "REAL"
      case .uuidBytes, .date(.any): "BLOB"
      default: "TEXT"
      }
    return "\(column.name.quotedForSQL) \(type)"
  }

  // MARK: Pairs

  /// A relationship that is its own inverse has each pair in both directions.
  private func write(
    _ pairs: [RandomWorld.Pair],
    _ end: RelationshipEnd,
    _ join: JoinTableMapping
  ) throws {
    let positions = [join.position, join.inversePosition].compactMap { $0 }
    let names = ([join.owner.name, join.member.name] + positions).map(\.quotedForSQL)
    try db.execute(
      sql: "CREATE TABLE \(join.table.quotedForSQL) (\(names.joined(separator: ", ")))"
    )
    let insert = try statement(into: join.table, names)
    for pair in pairs {
      let directions = [(pair.owner, pair.member, pair.position, pair.inversePosition)]
      let mirrored = [(pair.member, pair.owner, pair.inversePosition, pair.position)]
      for (owner, member, place, inverse) in directions + (join.isSymmetric ? mirrored : []) {
        let ends = [
          Self.key(owner, isRowNumber: join.owner.target == nil),
          Self.key(member, isRowNumber: join.member.target == nil),
        ]
        let places = [join.position.map { _ in place }, join.inversePosition.map { _ in inverse }]
        try insert.execute(
          arguments: StatementArguments(ends + places.compactMap { $0?.databaseValue })
        )
      }
    }
  }

  // MARK: Values

  /// A value as a column holds it; `index` chooses where there are several ways.
  private static func stored(_ value: Value, _ codec: ColumnCodec, _ index: Int) -> DatabaseValue {
    switch value {
    case .bool(let flag): Int64(flag ? 1 : 0).databaseValue
    case .int(let number): number.databaseValue
    case .double(let number): number.databaseValue
    case .string(let text): text.databaseValue
    case .date(let date): stored(date, codec, index)
    case .uuid(let id):
      codec == .uuidText
        ? id.uuidString.databaseValue : withUnsafeBytes(of: id.uuid) { Data($0) }.databaseValue
    case .decimal(let number): number.description.databaseValue
    case .list(let elements): (ListText.text(of: elements) ?? "[]").databaseValue
    default: .null
    }
  }

  private static func stored(
    _ date: Timestamp,
    _ codec: ColumnCodec,
    _ index: Int
  ) -> DatabaseValue {
    let seconds = date.microseconds / 1_000_000
    let text = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
    return switch codec {
    case .date(.milliseconds): (seconds * 1000).databaseValue
    case .date(.seconds(let epoch)): Double(seconds - epoch).databaseValue
    case .date(.text): text.databaseValue
    case .date(.any):
      [
        text.databaseValue, seconds.databaseValue,
        (Double(seconds) / 86_400 + 2_440_587.5).databaseValue,
      ][index % 3]
    default: date.microseconds.databaseValue
    }
  }
}
