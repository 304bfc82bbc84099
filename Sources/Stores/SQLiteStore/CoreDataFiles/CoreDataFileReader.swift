import CoreDataModels
import GRDB
import Model
import SQLGeneration

/// A Core Data or SwiftData store with the app's models.
struct CoreDataFile {
  let schema: Schema
  /// The mapping of the entities.
  let mapping: PhysicalMapping
  let contents: CoreDataContents
  /// What could not be read, or was renamed.
  let notes: [String]
}

/// Reads the model of a Core Data store. The time depends only on the size of the model.
struct CoreDataFileReader {
  let db: Database
  let opening: CoreDataOpening
  let modelPath: String?

  /// Reads the model. Broken parts are omitted and noted.
  func read() throws -> CoreDataFile {
    let catalogue = try StoreCatalogue(db)
    let stored = try StoredModel(db, catalogue, modelPath: modelPath)
    var entities = ModeledEntities(
      stored.model,
      catalogue,
      samples: ColumnSamples(db: db),
      externalFolder: ExternalFolder(path: opening.path)
    )
    let (schema, mapping) = entities.make()
    return CoreDataFile(
      schema: schema,
      mapping: mapping,
      contents: CoreDataContents(
        modelOrigin: stored.origin,
        history: TrackedEntities(entities, catalogue)
      ),
      notes: opening.notes(hasRecords: try hasRecords(mapping)) + stored.notes + catalogue.notes
        + entities.notes
    )
  }

  private func hasRecords(_ mapping: PhysicalMapping) throws -> Bool {
    // Only needed for the note about the missing log.
    guard opening.lacksLog else { return true }
    return try mapping.entities.values.contains { entity in
      try db.number("SELECT EXISTS (SELECT 1 FROM \(entity.table.quotedForSQL))") != 0
    }
  }
}
