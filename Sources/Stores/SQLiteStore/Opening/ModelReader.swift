import GRDB
import Model
import SQLGeneration
import Storage

/// Reads the models of a file: of one of our own its declarations, of another one what its tables say.
struct ModelReader: Sendable {
  /// The file's path, for errors.
  let path: String
  /// Whether the file is one of our own.
  let isOwn: Bool
  /// How the file is read, where it is one of Core Data.
  let coreData: CoreDataOpening?
  /// Where the model of a Core Data file is, if it is not to be the one that the file has itself.
  let modelPath: String?
  let declarations: any DeclarationReader

  /// The models, with what could not be made a model of.
  func read(_ db: Database) throws -> (FileModel, notes: [String]) {
    guard isOwn else { return try foreignModel(db) }
    let model = try ownModel(db)
    return (model, try NativeStoreParts(db, path: path).missing(of: model.mapping))
  }

  /// The models as they are now: `known`, unless they were changed.
  func current(known: FileModel, _ db: Database) throws -> FileModel {
    guard try version(db) != known.version else { return known }
    return isOwn ? try ownModel(db) : try foreignModel(db).0
  }

  /// The text that a file of our own keeps of `schema`.
  func text(of schema: Schema) throws -> String {
    try declarations.declarations(of: schema)
  }

  private func version(_ db: Database) throws -> Int64 {
    isOwn ? try MartletTables.modelsVersion(db) : try db.number("PRAGMA schema_version")
  }

  private func ownModel(_ db: Database) throws -> FileModel {
    // Asked first: what another process changes in between is then read anew.
    let version = try version(db)
    let schema = try schema(of: try MartletTables.declarations(db))
    return try FileModel(
      version: version,
      schema: schema,
      mapping: NativeStoreLayout(schema.asStored).mapping,
      isUTF8: try db.keepsUTF8(),
      isOwn: true
    )
  }

  private func schema(of text: String) throws -> Schema {
    do {
      return try declarations.schema(of: text)
    } catch {
      let reason = "the models that it keeps cannot be read: \(error)"
      throw StoreFileError(path: path, operation: "open", fault: .damaged(reason: reason))
    }
  }

  /// The models of a file that others made.
  private func foreignModel(_ db: Database) throws -> (FileModel, notes: [String]) {
    // Asked first: what another process changes in between is then read anew.
    let version = try version(db)
    if let coreData {
      let file = try CoreDataFileReader(db, coreData, modelPath: modelPath).read()
      let model = try foreignModel(version, file.schema, file.mapping, db, file.contents)
      return (model, file.notes)
    }
    let file = try PlainFileReader(db).read()
    return (try foreignModel(version, file.schema, file.mapping, db), file.notes)
  }

  private func foreignModel(
    _ version: Int64,
    _ schema: Schema,
    _ mapping: PhysicalMapping,
    _ db: Database,
    _ coreData: CoreDataContents? = nil
  ) throws -> FileModel {
    try FileModel(
      version: version,
      schema: schema,
      mapping: mapping,
      isUTF8: try db.keepsUTF8(),
      coreData: coreData
    )
  }
}
