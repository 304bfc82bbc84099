import Model
import SQLGeneration
import Storage

/// The entities of a file as they are at some time, and where they lie.
struct FileModel: Sendable {
  /// One stored entity.
  struct Table: Sendable {
    let layout: TableLayout
    let mapping: EntityMapping
  }

  /// The number that every change of the models raises.
  let version: Int64
  /// The entities as they are declared.
  let schema: Schema
  /// The entities that have tables: roots with what specialises them.
  let stored: Schema
  /// Where they lie.
  let mapping: PhysicalMapping
  /// Whether any table holds rows of other entities than its own.
  let hasFilters: Bool
  /// Whether the file keeps texts as UTF-8, whose bytes are ordered as scalars are.
  let isUTF8: Bool
  /// Whether the file is one of our own, where references are the numbers of rows: one that leads to no row
  /// was left behind by another program.
  let isOwn: Bool
  /// What else is to be known of a file of Core Data; nil for others.
  let coreData: CoreDataContents?
  private let tables: [String: Table]

  init(
    version: Int64,
    schema: Schema,
    mapping: PhysicalMapping,
    isUTF8: Bool,
    isOwn: Bool = false,
    coreData: CoreDataContents? = nil
  ) throws(StoreError) {
    self.version = version
    self.coreData = coreData
    self.isOwn = isOwn
    self.isUTF8 = isUTF8
    self.schema = schema
    self.mapping = mapping
    hasFilters = mapping.entities.values.contains { $0.filter != nil }
    stored = schema.asStored
    var tables: [String: Table] = [:]
    for entity in stored.entities {
      guard let entityMapping = mapping.entities[entity.name] else { continue }
      tables[entity.name] = Table(
        layout: try TableLayout(entity, in: stored),
        mapping: entityMapping
      )
    }
    self.tables = tables
  }

  /// The stored entity called `entity`.
  func table(_ entity: String) throws(StoreError) -> Table {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  /// The relationship that `reference` names.
  func relationship(_ reference: RelationshipReference) throws(StoreError) -> Relationship {
    guard let relationship = stored.entity(reference.entity)?.relationship(reference.name) else {
      throw .unknownProperty(entity: reference.entity, property: reference.name)
    }
    return relationship
  }

  /// The name of the table that rows of an entity are read from.
  func source(of table: Table) -> String {
    switch table.mapping.source {
    case .table: table.mapping.table.quotedForSQL
    case .numbered: "temp." + "rows \(table.mapping.table)".quotedForSQL
    }
  }

  /// The number of the row that a to-one relationship leads to, over the entity's table as `alias`;
  /// NULL where it leads nowhere.
  func reference(_ name: String, of entity: String, as alias: String) throws(StoreError) -> String {
    let owner = try table(entity)
    guard let toOne = owner.mapping.toOnes[name],
      let relationship = stored.entity(entity)?.relationship(name)
    else { throw .unknownProperty(entity: entity, property: name) }
    guard let first = toOne.columns.first else {
      return try backReference(relationship, of: owner, as: alias)
    }
    if toOne.targets.isEmpty, !toOne.mayDangle { return "\(alias).\(first.quotedForSQL)" }
    let target = try table(relationship.destination)
    let inner = alias + "_" + "target"
    let row = "\(inner).\(target.mapping.rowNumber.quotedForSQL)"
    let leads = toOne.leads(from: alias, to: inner, rowNumber: target.mapping.rowNumber)
    return "(SELECT \(row) FROM \(source(of: target)) AS \(inner)"
      + " WHERE \(leads)\(target.mapping.furtherCondition(on: inner)) LIMIT 1)"
  }

  /// The number of the row whose inverse leads here, where the columns of a one-to-one relationship are
  /// at the other end alone.
  private func backReference(
    _ relationship: Relationship,
    of owner: Table,
    as alias: String
  ) throws(StoreError) -> String {
    let other = try table(relationship.destination)
    guard let back = other.mapping.toOnes[relationship.inverse], !back.columns.isEmpty else {
      throw .unknownProperty(entity: owner.mapping.entity, property: relationship.name)
    }
    let inner = alias + "_" + "back"
    let leads = back.leads(from: inner, to: alias, rowNumber: owner.mapping.rowNumber)
    return "(SELECT \(inner).\(other.mapping.rowNumber.quotedForSQL)"
      + " FROM \(source(of: other)) AS \(inner)"
      + " WHERE \(leads)\(other.mapping.furtherCondition(on: inner)) LIMIT 1)"
  }
}

extension EntityMapping {
  /// What has to hold of the entity's rows over the table as `alias`, behind other conditions; empty where
  /// all rows are its.
  func furtherCondition(on alias: String) -> String {
    filter.map { " AND " + $0.condition(on: alias) } ?? ""
  }
}

extension RowFilter {
  /// The condition over the table as `alias`.
  func condition(on alias: String) -> String {
    let values = values.map(String.init).joined(separator: ", ")
    // Nearly all rows have these values: an index of the column would lead to them one by one, out of order.
    return "+\(alias).\(column.quotedForSQL) IN (\(values))"
  }
}
