import Foundation
import Model
import PostgreSQLFixtures
import SQLGeneration
import Storage
import TestSupport

@testable import PostgreSQLStore

/// A random world in tables of a PostgreSQL server, and a snapshot of them.
struct ServerWorld {
  /// The world as it reads: arrays with nil in them are nil, and so are arrays of dates.
  let world: RandomWorld
  let snapshot: ServerSnapshot

  /// - Parameter number: Distinguishes the worlds of a server.
  init(
    _ world: RandomWorld,
    on server: PrivateServer,
    number: UInt64,
    _ random: inout SeededRandom
  ) throws {
    var world = world
    Self.clearArrays(&world)
    let schema = "world \"\(number)\""
    let isTrusted = random.chance(70)
    var mapping = ForeignLayout(world.schema.stored, isTrusted: isTrusted, &random).mapping
    Self.adapt(&mapping, world.schema.stored, in: schema, &random)
    guard let address = ServerAddress(server.address("postgres")) else { throw NoAddress() }
    let pool = ConnectionPool(address, FileOptions())
    let connection = try pool.take()
    let tables = Tables(world: world, schema: schema, mapping: mapping, hasKeys: isTrusted)
    try connection.run(script: tables.script)
    pool.put(connection)
    self.world = world
    snapshot = try ServerSnapshot(
      ServerModel(schema: world.schema.declared, mapping: mapping),
      pool,
      InvalidServerValues(),
      ForeignVersions()
    )
  }

  private struct NoAddress: Error {}

  // MARK: - Mapping

  /// Gives the columns types of the server.
  private static func adapt(
    _ mapping: inout PhysicalMapping,
    _ stored: Schema,
    in schema: String,
    _ random: inout SeededRandom
  ) {
    for entity in stored.entities {
      guard var table = mapping.entities[entity.name] else { continue }
      (table.schema, table.filter) = (schema, nil)
      (table.rowNumber, table.key) = ("id", .number(column: "id"))
      for field in entity.storedFields {
        table.fields[field.path]?.codec = .server(type(field.type, &random))
      }
      for (name, toMany) in table.toManys {
        guard case .joinTable(var join) = toMany else { continue }
        join.schema = schema
        table.toManys[name] = .joinTable(join)
      }
      mapping.entities[entity.name] = table
    }
  }

  private static func type(_ type: ValueType, _ random: inout SeededRandom) -> ServerType {
    switch type {
    case .bool: .boolean
    case .int: .integer
    case .double: .real
    case .decimal: .numeric(isBounded: random.chance(50))
    case .date: random.pick([.timestamp, .timestampWithZone])
    case .uuid: .uuid
    case .list: .array
    case .string: random.pick([.text, .text, .asText])
    default: .asText
    }
  }

  private static func clearArrays(_ world: inout RandomWorld) {
    for entity in world.schema.stored.entities {
      for field in entity.storedFields {
        guard case .list(let element) = field.type else { continue }
        for (index, record) in world.records(of: entity.name).enumerated() {
          guard case .list(let values)? = record.values[field.path],
            element == .date || values.contains(where: \.isNull)
          else { continue }
          world.clear(field.path, of: entity.name, index)
        }
      }
    }
  }
}

/// The SQL that creates the tables of a world.
private struct Tables {
  let world: RandomWorld
  let schema: String
  let mapping: PhysicalMapping
  /// Whether all keys reference records.
  let hasKeys: Bool

  private var anyCase: String { schema.quotedForSQL + ".any_case" }
  private var kind: String { schema.quotedForSQL + ".kind" }

  var script: String {
    let labels = world.schema.kind.cases.map(\.literalForSQL).joined(separator: ", ")
    var statements = [
      "CREATE SCHEMA \(schema.quotedForSQL)", "CREATE TYPE \(kind) AS ENUM (\(labels))",
      "CREATE COLLATION \(anyCase) (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    ]
    for entity in world.schema.stored.entities {
      guard let table = mapping.entities[entity.name] else { continue }
      statements += self.statements(entity, table)
      for (name, toMany) in table.toManys {
        let end = RelationshipEnd(entity: entity.name, name: name)
        guard case .joinTable(let join) = toMany, let pairs = world.pairs[end] else { continue }
        statements += self.statements(pairs, join)
      }
    }
    return statements.joined(separator: ";\n")
  }

  private func statements(_ entity: Entity, _ table: EntityMapping) -> [String] {
    let fields = entity.storedFields.compactMap { field in
      table.fields[field.path].map { (field, $0) }
    }
    let links = table.toOnes.filter { !$0.value.columns.isEmpty }.sorted { $0.key < $1.key }
    let columns =
      ["id int8 PRIMARY KEY", "key text UNIQUE"]
      + fields.map { field, column in
        "\(column.name.quotedForSQL) \(declaredType(field.type, column.codec))"
      }
      + links.flatMap { _, link in
        link.columns.map { "\($0.quotedForSQL) \(link.targets.isEmpty ? "int8" : "text")" }
      }
    let rows = world.records(of: entity.name).enumerated().map { index, record in
      let values = fields.map { field, column in
        literal(record.values[field.path] ?? .null, column.codec)
      }
      let targets = links.map { name, link in
        // Keys that lead nowhere read as nil.
        let missing = hasKeys || index % 2 == 0 ? nil : 1_000_000 + index
        let target = record.toOne[name] ?? missing
        return target.map { Self.key($0, isNumber: link.targets.isEmpty) } ?? "NULL"
      }
      let head = [true, false].map { Self.key(index, isNumber: $0) }
      return "(\((head + values + targets).joined(separator: ", ")))"
    }
    let create = "CREATE TABLE \(table.qualifiedTable) (\(columns.joined(separator: ", ")))"
    if rows.isEmpty { return [create] }
    return [
      create, "INSERT INTO \(table.qualifiedTable) VALUES \(rows.joined(separator: ", "))",
    ]
  }

  private func statements(_ pairs: [RandomWorld.Pair], _ join: JoinTableMapping) -> [String] {
    let columns = [join.owner, join.member].map { column in
      "\(column.name.quotedForSQL) \(column.target == nil ? "int8" : "text")"
    }
    let create = "CREATE TABLE \(join.qualifiedTable) (\(columns.joined(separator: ", ")))"
    let rows = pairs.flatMap { pair in
      let directions = [(pair.owner, pair.member), (pair.member, pair.owner)]
      return directions.prefix(join.isSymmetric ? 2 : 1).map { owner, member in
        "(\(Self.key(owner, isNumber: join.owner.target == nil)), "
          + "\(Self.key(member, isNumber: join.member.target == nil)))"
      }
    }
    if rows.isEmpty { return [create] }
    return [create, "INSERT INTO \(join.qualifiedTable) VALUES \(rows.joined(separator: ", "))"]
  }

  private static func key(_ index: Int, isNumber: Bool) -> String {
    isNumber ? "\(index + 1)" : "'key \(index)'"
  }

  private func declaredType(_ type: ValueType, _ codec: SQLGeneration.ColumnCodec) -> String {
    guard case .server(let server) = codec else { return "text" }
    switch server {
    case .boolean: return "boolean"
    case .integer: return "int8"
    case .real: return "float8"
    case .numeric(let isBounded): return isBounded ? "numeric(30, 4)" : "numeric"
    case .text: return "text"
    // Strings that differ only in case are equal in this column.
    case .asText: return type == .string ? "text COLLATE \(anyCase)" : kind
    case .network: return "inet"
    case .uuid: return "uuid"
    case .bytes: return "bytea"
    case .date: return "date"
    case .timestamp: return "timestamp"
    case .timestampWithZone: return "timestamptz"
    case .array:
      guard case .list(let element) = type else { return "text[]" }
      switch element {
      case .int: return "int8[]"
      case .decimal: return "numeric[]"
      case .enumeration: return kind + "[]"
      default: return "text[]"
      }
    }
  }

  private func literal(_ value: Value, _ codec: SQLGeneration.ColumnCodec) -> String {
    guard case .server(let type) = codec, !value.isNull else { return "NULL" }
    if case .list(let elements) = value {
      return ServerArray.text(elements.map(Self.element)).literalForSQL
    }
    return type.text(of: value)?.literalForSQL ?? "NULL"
  }

  private static func element(_ value: Value) -> String? {
    switch value {
    case .int(let number): "\(number)"
    case .decimal(let number): number.description
    case .string(let text): text
    default: nil
    }
  }
}
