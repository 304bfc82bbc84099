package import Model
package import SQLGeneration
package import Storage

/// The entities of a native store and their tables.
package struct NativeModel: Sendable {
  package struct Table: Sendable {
    package let layout: TableLayout
    package let mapping: EntityMapping
  }

  /// The declared entities.
  package let schema: Schema
  /// The stored entities: root entities including their submodels.
  package let stored: Schema
  package let layout: NativeStoreLayout
  private let tables: [String: Table]

  /// Lays out the tables of a schema.
  ///
  /// - Parameter namespace: The SQL schema with the tables; nil if the database has only one.
  package init(
    _ schema: Schema,
    _ dialect: SQLDialect,
    in namespace: String? = nil
  ) throws(StoreError) {
    self.schema = schema
    stored = schema.asStored
    layout = NativeStoreLayout(stored, dialect, in: namespace)
    var tables: [String: Table] = [:]
    for entity in stored.entities {
      guard let mapping = layout.mapping.entities[entity.name] else { continue }
      tables[entity.name] = Table(layout: try TableLayout(entity, in: stored), mapping: mapping)
    }
    self.tables = tables
  }

  /// The stored entity with a name.
  package func table(_ entity: String) throws(StoreError) -> Table {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  /// The SQL that creates the tables.
  package var creation: NativeStoreTables { NativeStoreTables(schema: stored, layout: layout) }
}
