package import Model
package import Storage

/// A stored entity and its table.
package struct EntityTable: Sendable {
  package let layout: TableLayout
  package let mapping: EntityMapping
}

/// The entities of a database, and their tables.
package protocol MappedModel: Sendable {
  typealias Table = EntityTable

  /// The declared entities.
  var schema: Schema { get }
  /// The stored entities: root entities including their submodels.
  var stored: Schema { get }
  /// The tables of the stored entities, by their names.
  var tables: [String: EntityTable] { get }
}

extension MappedModel {
  /// The stored entity with a name.
  package func table(_ entity: String) throws(StoreError) -> EntityTable {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  /// The relationship `name` of a stored entity.
  package func relationship(
    _ name: String,
    of entity: String
  ) throws(StoreError) -> Relationship {
    guard let relationship = stored.entity(entity)?.relationship(name) else {
      throw .unknownProperty(entity: entity, property: name)
    }
    return relationship
  }
}

extension PhysicalMapping {
  /// The tables of the entities of a stored schema.
  package func tables(of stored: Schema) throws(StoreError) -> [String: EntityTable] {
    var tables: [String: EntityTable] = [:]
    for entity in stored.entities {
      guard let mapping = entities[entity.name] else { continue }
      tables[entity.name] = EntityTable(
        layout: try TableLayout(entity, in: stored),
        mapping: mapping
      )
    }
    return tables
  }
}

extension EntityMapping {
  /// The column with the names of submodels, if the entity has any.
  package var kindColumn: ColumnMapping? { fields[AttributePath([Schema.kindAttribute])] }
}
