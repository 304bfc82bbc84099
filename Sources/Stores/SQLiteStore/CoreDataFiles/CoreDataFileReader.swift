import CoreDataModels
import GRDB
import Model
import SQLGeneration

/// A file of Core Data, or SwiftData, seen as the app's own models.
struct CoreDataFile {
  /// The app's entities.
  let schema: Schema
  /// Where they lie.
  let mapping: PhysicalMapping
  /// What else is to be known of it.
  let contents: CoreDataContents
  /// What could not be read or has another name here, for who opens the file.
  let notes: [String]
}

/// Reads the model of a file of Core Data as a schema, and where it lies, in a time that depends on the
/// model alone.
struct CoreDataFileReader {
  private let db: Database
  private let opening: CoreDataOpening
  private let modelPath: String?

  /// - Parameter modelPath: Where the model is, if another one than the file's was given.
  init(_ db: Database, _ opening: CoreDataOpening, modelPath: String?) {
    self.db = db
    self.opening = opening
    self.modelPath = modelPath
  }

  /// Reads the model. What is broken in it is left out and noted.
  func read() throws -> CoreDataFile {
    let catalogue = try StoreCatalogue(db)
    let stored = try StoredModel(db, catalogue, modelPath: modelPath)
    var entities = ModelledEntities(
      stored.model,
      catalogue,
      samples: ColumnSamples(db),
      externalFolder: ExternalFolder(path: opening.path)
    )
    let (schema, mapping) = entities.make(identifier: try StoreMetadata(db).identifier)
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
    // Asked for no other reason.
    guard opening.lacksLog else { return true }
    return try mapping.entities.values.contains { entity in
      try db.number("SELECT EXISTS (SELECT 1 FROM \(entity.table.quotedForSQL))") != 0
    }
  }
}
