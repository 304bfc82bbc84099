import Model
import Storage

/// The contents of a store, guarded by its lock.
struct StoreState {
  /// Increases with every change.
  var version = StoreVersion(0)
  /// The last version of the models.
  var schemaVersion: SchemaVersion?
  /// Counters of the changes of entities and models.
  var marks = ChangeMarks()
  /// The declared entities.
  var schema = Schema()
  /// The entities with tables: root models with their submodels.
  var storedSchema = Schema()
  /// The tables by entity.
  var tables: [String: Table] = [:]
  /// The tables of many-to-many relationships, each under both of its ends.
  var linkTables: [RelationshipEnd: LinkTable] = [:]
  /// The next position in ordered relationships.
  var nextPosition: Int64 = 1

  /// The current state, which shares its columns with the tables.
  var snapshot: MemorySnapshot {
    MemorySnapshot(
      version: version,
      schema: storedSchema,
      tables: tables.mapValues(\.version),
      links: linkTables.mapValues(\.version)
    )
  }
}
