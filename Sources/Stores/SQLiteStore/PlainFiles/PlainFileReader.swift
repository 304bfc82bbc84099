import GRDB
import Model
import SQLGeneration
import TableModels

/// A SQLite file of another program, seen as models.
struct PlainFile: Sendable {
  let schema: Schema
  /// The mapping of the entities.
  let mapping: PhysicalMapping
  /// What could not be read, or was renamed.
  let notes: [String]
}

/// Reads the catalogue of a SQLite file. The time depends only on the catalogue, except for views,
/// whose rows are sampled for a limited time to find the types of computed columns.
struct PlainFileReader {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Reads the catalogue. Broken parts are omitted and noted; throws only if SQLite cannot read the
  /// catalogue at all.
  func read() throws -> PlainFile {
    var catalogue = CatalogueReader(db: db)
    let model = TableModel(ViewColumnTypes(db: db).typed(try catalogue.tables()))
    return PlainFile(
      schema: model.schema,
      mapping: model.mapping,
      notes: catalogue.notes + model.notes
    )
  }
}
