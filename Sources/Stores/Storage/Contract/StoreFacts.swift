public import Foundation

/// What is known of a store besides its models and records.
public struct StoreFacts: Hashable, Sendable {
  /// What keeps the records.
  public enum Kind: String, Hashable, Sendable {
    case memory
    /// A file of Martlet's own.
    case martletFile = "Martlet file"
    /// An SQLite file whose tables are the models.
    case sqliteFile = "SQLite file"
    /// A file of Core Data or SwiftData.
    case coreDataFile = "Core Data store"
  }

  /// What keeps the records.
  public var kind: Kind
  /// The file's path as it was given; nil in memory, as all that follows.
  public var path: String?
  /// Whether the file is made only when something is written to it.
  public var isAbsent = false
  /// The size of the file in bytes.
  public var fileSize: Int?
  /// The size of the log beside the file in bytes; nil where there is none.
  public var logSize: Int?
  /// The size in bytes of what lies in files of its own beside the store; nil where nothing does.
  public var externalSize: Int?
  /// How SQLite keeps changes whole: `wal`, `delete`, and so on.
  public var journalMode: String?
  /// The number of the file's format; nil where its kind has none.
  public var formatVersion: Int64?
  /// The version that the models were given last; nil if none was.
  public var schemaVersion: SchemaVersion?
  /// What Core Data says of its file; nil for other kinds.
  public var coreData: CoreDataFacts?

  /// Says of what kind a store is.
  public init(kind: Kind) {
    self.kind = kind
  }
}

/// What a file of Core Data says of itself.
public struct CoreDataFacts: Hashable, Sendable {
  /// Where the model was found.
  public enum ModelOrigin: Hashable, Sendable {
    /// It stands in the file.
    case file
    /// It was read from a path that was given.
    case given(path: String)
    /// Names and types were guessed.
    case guessed
  }

  /// Where the model was found.
  public var modelOrigin: ModelOrigin
  /// What tells the store from all others; nil where the file does not say, as with all that follows.
  public var identifier: String?
  /// The version of the framework that wrote the file last.
  public var frameworkVersion: Int64?
  /// What the app calls this version of its model.
  public var modelVersions: [String] = []
  /// The hashes by which the app tells versions of its entities apart, by the names of these.
  public var entityHashes: [String: Data] = [:]
  /// Whether the file keeps the history of its changes.
  public var tracksHistory = false

  /// Says where the model was found.
  public init(modelOrigin: ModelOrigin) {
    self.modelOrigin = modelOrigin
  }
}
