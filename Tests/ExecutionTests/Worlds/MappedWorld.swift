import Foundation
import GRDB
import Model
import SQLGeneration
import Storage
import TestSupport

@testable import SQLiteStore

/// A random world in tables that another program might have made, and a snapshot of them.
struct MappedWorld {
  /// The world as it reads: what does not fit is nil.
  private(set) var world: RandomWorld
  let snapshot: FileSnapshot
  private let connection: Connection

  /// - Parameter isTrusted: Whether all values fit their columns, and all keys reference records;
  ///   otherwise some do not, and read as nil.
  init(_ world: RandomWorld, isTrusted: Bool, _ random: inout SeededRandom) throws {
    self.world = world
    let schema = world.schema.stored
    let mapping = ForeignLayout(schema, isTrusted: isTrusted, &random).mapping
    connection = try Connection(path: ":memory:", isReadOnly: false, busyTimeout: 1)
    try connection.perform { db in
      try ForeignTables(world: world, mapping: mapping, db: db).write()
    }
    snapshot = FileSnapshot(
      version: StoreVersion(1),
      model: try FileModel(
        version: 1,
        schema: world.schema.declared,
        mapping: mapping,
        isUTF8: true
      ),
      invalidValueLog: InvalidValueLog(),
      changing: connection
    )
    if !isTrusted { try spoil(mapping) }
  }

  // MARK: Invalid values

  /// Puts values of other types into some rows, and keys that lead nowhere.
  private mutating func spoil(_ mapping: PhysicalMapping) throws {
    for entity in world.schema.stored.entities {
      guard let table = mapping.entities[entity.name] else { continue }
      for (place, field) in entity.storedFields.enumerated() {
        guard let column = table.fields[field.path],
          let invalidValues = Self.invalidValues[column.codec]
        else {
          continue
        }
        for index in world.records(of: entity.name).indices where (index + place) % 7 == 0 {
          try set(column.name, of: table, index, invalidValues[index % invalidValues.count])
          world.clear(field.path, of: entity.name, index)
        }
      }
      for relationship in entity.relationships where !relationship.isToMany {
        try loseTargets(relationship, of: entity.name, table)
      }
    }
  }

  /// Lets records that lead nowhere have a key of no record.
  private func loseTargets(
    _ relationship: Relationship,
    of entity: String,
    _ table: EntityMapping
  ) throws {
    guard let column = table.toOnes[relationship.name]?.columns.first else { return }
    for (index, record) in world.records(of: entity).enumerated()
    where record.toOne[relationship.name] == nil && index % 2 == 0 {
      try set(column, of: table, index, Int64(1_000_000 + index).databaseValue)
    }
  }

  private func set(
    _ column: String,
    of table: EntityMapping,
    _ index: Int,
    _ value: DatabaseValue
  ) throws {
    let (name, column) = (table.table.quotedForSQL, column.quotedForSQL)
    try connection.perform { db in
      try db.execute(
        sql: "UPDATE \(name) SET \(column) = ? WHERE \(table.rowNumber) = ?",
        arguments: [value, Int64(index + 1)]
      )
    }
  }

  private static let invalidValues: [ColumnCodec: [DatabaseValue]] = [
    .integer: ["7".databaseValue, 2.5.databaseValue, Data([1]).databaseValue],
    .bool: [2.databaseValue, "true".databaseValue, 1.0.databaseValue],
    .real: ["1.5".databaseValue, ((Int64(1) << 53) + 1).databaseValue, Data().databaseValue],
    .text: [12.databaseValue, 1.5.databaseValue, Data("a".utf8).databaseValue],
    .looseText: [Data("a".utf8).databaseValue],
    .date(.microseconds): ["2026-01-01".databaseValue, 0.5.databaseValue],
    .date(.milliseconds): ["2026-01-01".databaseValue, 0.5.databaseValue],
    .date(.seconds(epoch: 0)): ["2026-01-01".databaseValue, Data([1]).databaseValue],
    .date(.text): ["soon".databaseValue, 7.databaseValue],
    .date(.any): ["soon".databaseValue, Data([1]).databaseValue],
    .uuidBytes: [Data([1, 2]).databaseValue, "A".databaseValue],
    .uuidText: [Data([1, 2]).databaseValue, "A".databaseValue, 5.databaseValue],
    .decimalText: ["many".databaseValue, Data([1]).databaseValue],
    .decimalNumber: ["many".databaseValue, Data([1]).databaseValue],
    .json: ["{}".databaseValue, 7.databaseValue],
  ]
}
