import GRDB
import Model
import NativeStores
import SQLGeneration
import Storage

/// Reads the models of a file: the declarations of a native store, or the tables of a foreign file.
struct ModelReader: Sendable {
  let path: String
  /// Whether the file is a native store.
  let isNative: Bool
  /// How to read the file if it is a Core Data store.
  let coreData: CoreDataOpening?
  /// The path of the model of a Core Data store; nil for the store's own model.
  let modelPath: String?
  let declarations: any DeclarationCoder

  /// The models, and notes about problems.
  func read(_ db: Database) throws -> (FileModel, notes: [String]) {
    isNative ? (try nativeModel(db), []) : try foreignModel(db)
  }

  /// The current models: `known` unless they have changed.
  func current(known: FileModel, _ db: Database) throws -> FileModel {
    guard try version(db) != known.version else { return known }
    return isNative ? try nativeModel(db) : try foreignModel(db).0
  }

  /// The declarations of `schema` for a native store.
  func text(of schema: Schema) throws -> String {
    try declarations.declarations(of: schema)
  }

  private func version(_ db: Database) throws -> Int64 {
    isNative ? try MartletTables.modelsVersion(db.native) : try db.number("PRAGMA schema_version")
  }

  private func nativeModel(_ db: Database) throws -> FileModel {
    // Read first: later changes by other processes are then noticed.
    let version = try version(db)
    // A newer Martlet may have changed the models since the file was opened.
    try NativeStoreFormat.checkVersion(db, path)
    let schema = try schema(of: try MartletTables.declarations(db.native))
    return try FileModel(
      version: version,
      schema: schema,
      mapping: NativeStoreLayout(schema.asStored, .sqlite).mapping,
      isUTF8: try db.usesUTF8(),
      isNative: true
    )
  }

  private func schema(of text: String) throws -> Schema {
    do {
      return try declarations.schema(of: text)
    } catch {
      let reason = "its models cannot be read: \(error)"
      throw StoreFileError(path: path, operation: "open", fault: .damaged(reason: reason))
    }
  }

  /// The models of a foreign file.
  private func foreignModel(_ db: Database) throws -> (FileModel, notes: [String]) {
    // Read first: later changes by other processes are then noticed.
    let version = try version(db)
    if let coreData {
      let file = try CoreDataFileReader(db: db, opening: coreData, modelPath: modelPath).read()
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
      isUTF8: try db.usesUTF8(),
      coreData: coreData
    )
  }
}
