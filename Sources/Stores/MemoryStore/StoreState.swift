import Model
import Storage

/// All that a store holds; changed under its lock only.
struct StoreState {
  /// Raised by every change.
  var version = StoreVersion(0)
  /// The version that the models were given last.
  var schemaVersion: SchemaVersion?
  /// How often entities and models were changed.
  var marks = ChangeMarks()
  /// The entities as they are declared.
  var schema = Schema()
  /// The entities that have tables: roots with what specialises them.
  var storedSchema = Schema()
  /// One table for each entity, by its name.
  var tables: [String: Table] = [:]
  /// The tables of many-to-many relationships, each under both of its ends.
  var linkTables: [RelationshipEnd: LinkTable] = [:]
  /// The position that the next member of an ordered relationship gets.
  var nextPosition: Int64 = 1

  /// The state as it is now, lent until the snapshot is given up.
  var snapshot: MemorySnapshot {
    MemorySnapshot(
      version: version,
      schema: storedSchema,
      tables: tables.mapValues(\.version),
      links: linkTables.mapValues(\.version)
    )
  }
}
