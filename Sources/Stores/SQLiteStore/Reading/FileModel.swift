import Model
import SQLGeneration
import Storage

/// The entities of a file at some time, and their mapping.
struct FileModel: MappedModel {
  /// A number that increases with every change of the models.
  let version: Int64
  /// The declared entities.
  let schema: Schema
  /// The stored entities: root entities including their submodels.
  let stored: Schema
  let mapping: PhysicalMapping
  /// Whether any table contains rows of several entities.
  let hasFilters: Bool
  /// Whether strings are stored as UTF-8, so that their bytes have the order of their scalars.
  let isUTF8: Bool
  /// Whether the file is a native store, whose references are row numbers. A missing row means
  /// that another program has deleted it.
  let isNative: Bool
  /// Facts about a Core Data store; nil for other files.
  let coreData: CoreDataContents?
  let tables: [String: Table]

  init(
    version: Int64,
    schema: Schema,
    mapping: PhysicalMapping,
    isUTF8: Bool,
    isNative: Bool = false,
    coreData: CoreDataContents? = nil
  ) throws(StoreError) {
    self.version = version
    self.coreData = coreData
    self.isNative = isNative
    self.isUTF8 = isUTF8
    self.schema = schema
    self.mapping = mapping
    hasFilters = mapping.entities.values.contains { $0.filter != nil }
    stored = schema.asStored
    tables = try mapping.tables(of: stored)
  }

  /// The relationship that `reference` identifies.
  func relationship(_ reference: RelationshipReference) throws(StoreError) -> Relationship {
    try relationship(reference.name, of: reference.entity)
  }

  /// The table with an entity's rows.
  func source(of table: Table) -> String {
    switch table.mapping.source {
    case .table: table.mapping.table.quotedForSQL
    case .numbered: "temp." + "rows \(table.mapping.table)".quotedForSQL
    }
  }

  /// The row number that a to-one relationship references, with the entity's table as `alias`; NULL
  /// if it references nothing.
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
    let joinCondition = toOne.joinCondition(
      from: alias,
      to: inner,
      rowNumber: target.mapping.rowNumber
    )
    return "(SELECT \(row) FROM \(source(of: target)) AS \(inner)"
      + " WHERE \(joinCondition)\(target.mapping.furtherCondition(on: inner)) LIMIT 1)"
  }

  /// The number of the row whose inverse references this one, if only the other end of a one-to-one
  /// relationship has columns.
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
    let joinCondition = back.joinCondition(
      from: inner,
      to: alias,
      rowNumber: owner.mapping.rowNumber
    )
    return "(SELECT \(inner).\(other.mapping.rowNumber.quotedForSQL)"
      + " FROM \(source(of: other)) AS \(inner)"
      + " WHERE \(joinCondition)\(other.mapping.furtherCondition(on: inner)) LIMIT 1)"
  }
}

extension EntityMapping {
  /// The condition for the entity's rows, after other conditions; empty if it applies to all rows.
  func furtherCondition(on alias: String) -> String {
    filter.map { " AND " + $0.condition(on: alias) } ?? ""
  }
}

extension RowFilter {
  /// The condition with the table as `alias`.
  func condition(on alias: String) -> String {
    let values = values.map(String.init).joined(separator: ", ")
    // Nearly all rows have these values: an index would find them one by one and unsorted, so the
    // sign disables it.
    return "+\(alias).\(column.quotedForSQL) IN (\(values))"
  }
}
