import Foundation
public import Model
public import SQLiteStore
import Session
public import Storage
import Synchronization

/// A store in a file that is closed and opened again whenever a test wants it: nothing but the file
/// remembers what it holds.
public final class ReopenedStore: ForwardingStore, WritableStore, MigratingStore, ClosableStore {
  private let file: Mutex<FileStore?>
  private let path: String
  private let reopensBeforeChanges: Bool
  private let options: FileOptions

  /// The store in the file at `path`, which is opened or made when it is first needed.
  ///
  /// - Parameters:
  ///   - reopensBeforeChanges: Whether every change is that of a file that was just opened.
  ///   - options: How the file is opened.
  public init(
    path: String,
    reopensBeforeChanges: Bool = false,
    options: FileOptions = FileOptions()
  ) {
    self.path = path
    self.options = options
    self.reopensBeforeChanges = reopensBeforeChanges
    file = Mutex(nil)
  }

  /// The store in the file at `path`, as the shell opens it.
  public static func open(
    _ path: String,
    options: FileOptions = FileOptions()
  ) throws -> FileStore {
    try FileStore(path: path, options: options, declarations: SchemaDeclarations())
  }

  /// Closes the file, unless somebody holds a snapshot of it; what comes next opens it again.
  public func release() {
    file.withLock { $0 = nil }
  }

  /// The file as it is open, or opened again.
  public var store: any Store {
    get throws {
      try file.withLock { file in
        if let file { return file }
        let opened = try Self.open(path, options: options)
        file = opened
        return opened
      }
    }
  }

  /// Changes the schema, then the records.
  public func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    if reopensBeforeChanges { close() }
    try store.writable().apply(schema, changes, check: check)
  }

  /// The version that the models were given last.
  public func schemaVersion() throws -> SchemaVersion? { try store.modelVersion() }

  /// Changes the schema step by step.
  public func migrate(
    from previous: SchemaVersion?,
    to target: VersionNumber?,
    _ guide: MigrationGuide
  ) throws -> String? {
    if reopensBeforeChanges { close() }
    return try store.migrating().migrate(from: previous, to: target, guide)
  }
}

extension FileOptions {
  /// As small files are opened where everything is to go the ways of large ones: all tables are read from the
  /// pages of the file, and columns are kept at once or never.
  public static func asLarge(keepsColumns: Bool) -> FileOptions {
    var options = FileOptions()
    options.minimumPages = 0
    options.statementsBeforeCaching = keepsColumns ? 0 : .max
    return options
  }
}
