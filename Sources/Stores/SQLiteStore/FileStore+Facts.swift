import GRDB
import SQLGeneration
public import Storage

extension FileStore {
  /// The kind of native stores, as shown to users.
  static let nativeKind = "Martlet file"

  /// Facts about a native store that is only created when something is written to it.
  public static func facts(ofAbsentFile path: String) -> StoreFacts {
    StoreFacts(
      kind: nativeKind,
      storage: [StoreFact("file", path), StoreFact("file state", "not created yet")]
    )
  }

  /// Facts about the file.
  public func facts() throws -> StoreFacts {
    let model = currentModel()
    var (mode, version): (String?, Int64?)
    var contents: [StoreFact] = []
    try file.clock.perform { db in
      mode = try String.fetchOne(db, sql: "PRAGMA journal_mode")
      if file.isNative { version = try db.number("PRAGMA user_version") }
      if let opening = file.coreData, let coreData = model.coreData {
        let metadata = try StoreMetadata(db)
        // The open file may be a copy, or opened as immutable.
        if opening.usesLog { mode = "wal" }
        version = metadata.formatVersion
        contents = metadata.facts(coreData)
      }
    }
    var storage = [StoreFact("file", path)]
    func add(_ label: String, bytes: Int?) {
      if let bytes { storage.append(StoreFact(label, bytes: bytes)) }
    }
    add("file size", bytes: FileInspection.size(path))
    add("log size", bytes: FileInspection.size(path + "-wal"))
    if file.coreData != nil { add("external data size", bytes: ExternalFolder(path: path).size) }
    if let mode { storage.append(StoreFact("journal mode", mode)) }
    if let version { storage.append(StoreFact("format version", String(version))) }
    let foreign = file.coreData == nil ? "SQLite file" : "Core Data store"
    return StoreFacts(
      kind: file.isNative ? Self.nativeKind : foreign,
      storage: storage,
      contents: contents
    )
  }
}
