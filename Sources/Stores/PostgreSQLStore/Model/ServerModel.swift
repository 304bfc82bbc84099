import Model
import SQLGeneration
import Storage
import TableModels

/// The entities of a database, and their tables.
struct ServerModel: MappedModel {
  /// A column of a key.
  struct KeyColumn: Sendable {
    let name: String
    let type: ValueType
    let server: ServerType
  }

  let schema: Schema
  /// The stored entities.
  let stored: Schema
  let mapping: PhysicalMapping
  /// Whether the tables are those of a native store.
  let isNative: Bool
  /// A number that increases with every change of a native store's models; 0 before it is created.
  let version: Int64
  /// The columns of the tables that are written.
  let facts = ColumnFacts()
  let tables: [String: Table]

  init(_ model: TableModel) throws {
    try self.init(schema: model.schema, mapping: model.mapping)
  }

  init(
    schema: Schema,
    mapping: PhysicalMapping,
    isNative: Bool = false,
    version: Int64 = 0
  ) throws(StoreError) {
    (self.schema, self.mapping) = (schema, mapping)
    (self.isNative, self.version) = (isNative, version)
    stored = schema.asStored
    tables = try mapping.tables(of: stored)
  }

  var translator: SQLTranslator {
    SQLTranslator(schema: schema, mapping: mapping, dialect: .postgreSQL)
  }
}

// MARK: - Expressions

extension ServerModel {
  /// The expressions of the key of the record that a to-one relationship references, with the
  /// owner's table as `alias`.
  func target(_ name: String, of entity: String, as alias: String) throws(StoreError) -> [String] {
    let owner = try table(entity)
    let relationship = try relationship(name, of: entity)
    let target = try table(relationship.destination)
    guard let link = owner.mapping.toOnes[name] else {
      throw .unknownProperty(entity: entity, property: name)
    }
    if link.columns.isEmpty { return try back(relationship, owner, target, as: alias) }
    let targets = link.targets.isEmpty ? target.key.map(\.name) : link.targets
    return target.key.map { key in
      if !link.mayDangle, let place = targets.firstIndex(of: key.name) {
        return "\(alias).\(link.columns[place].quotedForSQL)"
      }
      let condition = zip(link.columns, targets).map { column, target in
        "o.\(target.quotedForSQL) = \(alias).\(column.quotedForSQL)"
      }
      return "(SELECT o.\(key.name.quotedForSQL) FROM \(target.mapping.ownRows) AS o"
        + " WHERE \(condition.joined(separator: " AND ")))"
    }
  }

  /// The same if only the other end of a one-to-one relationship has columns.
  private func back(
    _ relationship: Relationship,
    _ owner: Table,
    _ target: Table,
    as alias: String
  ) throws(StoreError) -> [String] {
    guard let link = target.mapping.toOnes[relationship.inverse], !link.columns.isEmpty else {
      throw .unknownProperty(entity: owner.mapping.entity, property: relationship.name)
    }
    let targets = link.targets.isEmpty ? owner.key.map(\.name) : link.targets
    let condition = zip(link.columns, targets).map { column, target in
      "b.\(column.quotedForSQL) = \(alias).\(target.quotedForSQL)"
    }
    return target.key.map { key in
      "(SELECT b.\(key.name.quotedForSQL) FROM \(target.mapping.ownRows) AS b"
        + " WHERE \(condition.joined(separator: " AND ")) LIMIT 1)"
    }
  }

  /// The expressions of the key of the record that a column of a join table references.
  func target(
    _ column: JoinColumn,
    to entity: String,
    as alias: String
  ) throws(StoreError) -> [String] {
    let target = try table(entity)
    let own = "\(alias).\(column.name.quotedForSQL)"
    return target.key.map { key in
      // Other texts can be equal to a key.
      if target.key.count == 1, column.target == nil || column.target == key.name,
        !key.server.isConverted
      {
        return own
      }
      let other = (column.target ?? key.name).quotedForSQL
      return "(SELECT o.\(key.name.quotedForSQL) FROM \(target.mapping.ownRows) AS o"
        + " WHERE o.\(other) = \(own))"
    }
  }
}

extension EntityTable {
  /// The column whose number identifies a record; nil if there is none.
  var numberColumn: String? {
    if case .number(let column?) = mapping.key { column } else { nil }
  }

  /// The columns of the key with their types; empty for rows without a key.
  var key: [ServerModel.KeyColumn] {
    switch mapping.key {
    case .number(let column?): [ServerModel.KeyColumn(name: column, type: .int, server: .integer)]
    case .number(nil): []
    case .values(let parts):
      parts.map { part in
        let server: ServerType =
          if case .server(let type) = part.column.codec { type } else { .asText }
        return ServerModel.KeyColumn(name: part.column.name, type: part.type, server: server)
      }
    }
  }

  /// The terms of ORDER BY for identity order. Rows without a key are sorted by all columns, so
  /// that they have the same order in every statement.
  func order(as alias: String) -> String {
    let order =
      mapping.identityOrder(as: alias, .postgreSQL)?.map(\.text)
      ?? mapping.fields.values.sorted { $0.name < $1.name }.map { column in
        let name = column.reference(alias)
        guard case .server(let type) = column.codec else { return "\(name)::text" }
        switch type {
        case .text, .asText, .network, .array: return "\(name)::text COLLATE \"C\""
        default: return name
        }
      }
    return order.isEmpty ? "1" : order.joined(separator: ", ")
  }
}
