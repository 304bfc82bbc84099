import Foundation
import GRDB
import SQLGeneration
public import Storage

extension FileStore {
  /// What is known of the file.
  public func facts() throws -> StoreFacts {
    var facts = StoreFacts(
      kind: file.coreData != nil ? .coreDataFile : file.isOwn ? .martletFile : .sqliteFile
    )
    facts.path = path
    facts.fileSize = FileInspection.size(path)
    facts.logSize = FileInspection.size(path + "-wal")
    let model = currentModel()
    try file.clock.perform { db in
      facts.journalMode = try String.fetchOne(db, sql: "PRAGMA journal_mode")
      if file.isOwn {
        facts.formatVersion = try db.number("PRAGMA user_version")
        facts.schemaVersion = try MartletTables.schemaVersion(db)
      }
      if let opening = file.coreData, let contents = model.coreData {
        let metadata = try StoreMetadata(db)
        // What is open may be a copy, or a file that is taken never to change.
        if opening.usesLog { facts.journalMode = "wal" }
        facts.formatVersion = metadata.formatVersion
        facts.coreData = CoreDataFacts(metadata, contents)
      }
    }
    if file.coreData != nil { facts.externalSize = ExternalFolder(path: path).size }
    return facts
  }
}

extension CoreDataFacts {
  fileprivate init(_ metadata: StoreMetadata, _ contents: CoreDataContents) {
    self.init(modelOrigin: contents.modelOrigin)
    identifier = metadata.identifier
    frameworkVersion = metadata.frameworkVersion
    modelVersions = metadata.modelVersions
    entityHashes = metadata.entityHashes
    tracksHistory = contents.history != nil
  }
}
