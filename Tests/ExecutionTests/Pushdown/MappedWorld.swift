import Foundation
import GRDB
import Model
import SQLGeneration

/// A sample world in tables of an SQLite database, written value by value.
struct MappedWorld {
  /// Whether a table has only values that fit its columns.
  enum Trust: CaseIterable {
    case trusted
    /// Columns of no declared type, in which some values are of other types; these read as nil.
    case untrusted
  }

  let mapping: PhysicalMapping
  /// The world as it reads: what does not fit is nil.
  private(set) var world: SampleWorld
  private let queue: DatabaseQueue

  init(_ world: SampleWorld, _ trust: Trust) throws {
    self.world = world
    var mapping = PhysicalMapping()
    mapping.entities["Owner"] = Self.mapping(
      SampleSchema.owner,
      toOnes: ["boss"],
      toManys: ["staff", "items"],
      trust
    )
    mapping.entities["Item"] = Self.mapping(
      SampleSchema.item,
      toOnes: ["owner"],
      toManys: [],
      trust
    )
    self.mapping = mapping
    queue = try DatabaseQueue()
    try queue.write { db in
      for (name, records) in [("Owner", world.owners), ("Item", world.items)] {
        guard let table = mapping.entities[name] else { continue }
        try Self.fill(table, records, db)
      }
    }
    if trust == .untrusted { try spoil() }
  }

  /// The numbers that a SELECT answers.
  func rows(_ sql: SQLFragment) throws -> [Int64] {
    try queue.read { db in
      let arguments = StatementArguments(sql.bindings.map(Self.databaseValue))
      return try Int64.fetchAll(db, sql: sql.text, arguments: arguments)
    }
  }

  // MARK: - Making

  private static func mapping(
    _ entity: Entity,
    toOnes: [String],
    toManys: [String],
    _ trust: Trust
  ) -> EntityMapping {
    var mapping = EntityMapping(
      entity: entity.name,
      table: entity.name,
      rowNumber: "id",
      key: .number(column: "id")
    )
    for field in entity.storedFields {
      mapping.fields[field.path] = ColumnMapping(
        field.path.description,
        codec(field.type),
        isTrusted: trust == .trusted
      )
    }
    for name in toOnes { mapping.toOnes[name] = ToOneMapping(columns: [name + "Id"]) }
    for name in toManys { mapping.toManys[name] = .inverse }
    return mapping
  }

  private static func codec(_ type: ValueType) -> ColumnCodec {
    switch type {
    case .bool: .bool
    case .int: .integer
    case .double: .real
    case .date: .date(.microseconds)
    case .uuid: .uuidBytes
    case .decimal: .decimalText
    case .list: .json
    default: .text
    }
  }

  private static func fill(
    _ table: EntityMapping,
    _ records: [SampleWorld.Record],
    _ db: Database
  ) throws {
    let fields = table.fields.sorted { $0.value.name < $1.value.name }
    let links = table.toOnes.sorted { $0.key < $1.key }
    let columns = fields.map { column in
      column.value.name.quotedForSQL
        + (column.value.isTrusted ? " " + (declarations[column.value.codec] ?? "TEXT") : "")
    }
    let linkColumns = links.flatMap { $0.value.columns.map { $0.quotedForSQL + " INTEGER" } }
    let declared = ["id INTEGER PRIMARY KEY"] + columns + linkColumns
    try db.execute(
      sql: "CREATE TABLE \(table.table.quotedForSQL) (\(declared.joined(separator: ", ")))"
    )
    let marks = Array(repeating: "?", count: declared.count).joined(separator: ", ")
    let insert = try db.makeStatement(
      sql: "INSERT INTO \(table.table.quotedForSQL) VALUES (\(marks))"
    )
    for (index, record) in records.enumerated() {
      let id = Int64(index + 1).databaseValue
      let values = fields.map { stored(record.values[$0.key] ?? .null) }
      let targets = links.map { link in
        record.toOne[link.key].map { Int64($0 + 1).databaseValue } ?? .null
      }
      try insert.execute(arguments: StatementArguments([id] + values + targets))
    }
  }

  private static let declarations: [ColumnCodec: String] = [
    .integer: "INTEGER", .bool: "INTEGER", .date(.microseconds): "INTEGER", .real: "REAL",
    .uuidBytes: "BLOB",
  ]

  private static func stored(_ value: Value) -> DatabaseValue {
    switch value {
    case .bool(let flag): Int64(flag ? 1 : 0).databaseValue
    case .int(let number): number.databaseValue
    case .double(let number): number.databaseValue
    case .string(let text): text.databaseValue
    case .date(let date): date.microseconds.databaseValue
    case .uuid(let id): withUnsafeBytes(of: id.uuid) { Data($0) }.databaseValue
    case .decimal(let number): number.description.databaseValue
    case .list: "[]".databaseValue
    default: .null
    }
  }

  private static func databaseValue(_ value: SQLValue) -> DatabaseValue {
    switch value {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let data): data.databaseValue
    }
  }

  // MARK: - What does not fit

  /// Puts values of other types into some rows: each reads as nil.
  private mutating func spoil() throws {
    world.owners = try spoiled(world.owners, "Owner")
    world.items = try spoiled(world.items, "Item")
  }

  private func spoiled(
    _ records: [SampleWorld.Record],
    _ entity: String
  ) throws -> [SampleWorld.Record] {
    guard let table = mapping.entities[entity] else { return records }
    var records = records
    try queue.write { db in
      for (place, field) in table.fields.sorted(by: { $0.value.name < $1.value.name }).enumerated()
      {
        guard let misfits = Self.misfits[field.value.codec] else { continue }
        for index in records.indices where (index + place).isMultiple(of: 7) {
          try db.execute(
            sql:
              "UPDATE \(entity.quotedForSQL) SET \(field.value.name.quotedForSQL) = ? WHERE id = ?",
            arguments: [misfits[index % misfits.count], Int64(index + 1)]
          )
          records[index].values[field.key] = .null
        }
      }
    }
    return records
  }

  private static let misfits: [ColumnCodec: [DatabaseValue]] = [
    .integer: ["7".databaseValue, 2.5.databaseValue, Data([1]).databaseValue],
    .bool: [2.databaseValue, "true".databaseValue, 1.0.databaseValue],
    .real: ["1.5".databaseValue, ((Int64(1) << 53) + 1).databaseValue, Data().databaseValue],
    .text: [12.databaseValue, 1.5.databaseValue, Data("a".utf8).databaseValue],
    .date(.microseconds): ["2026-01-01".databaseValue, 0.5.databaseValue],
    .uuidBytes: [Data([1, 2]).databaseValue, "A".databaseValue],
  ]
}
