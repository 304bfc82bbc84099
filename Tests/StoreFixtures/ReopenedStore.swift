import Foundation
public import Model
public import SQLiteStore
import Session
public import Storage
import Synchronization

/// A store in a file that is closed and opened again whenever a test wants it: nothing but the file
/// remembers what it holds.
public final class ReopenedStore: Store {
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
  public func close() {
    file.withLock { $0 = nil }
  }

  private var store: FileStore {
    get throws {
      try file.withLock { file in
        if let file { return file }
        let opened = try Self.open(path, options: options)
        file = opened
        return opened
      }
    }
  }

  /// Throws where the file is only read.
  public func checkWritable() throws { try store.checkWritable() }

  /// Whether the file takes batches.
  public var loads: Bool { (try? store.loads) ?? false }

  /// Has the file take batches.
  public func load(_ schema: SchemaChange, _ body: (any Store) throws -> Void) throws {
    try store.load(schema, body)
  }

  /// The entities that the file holds.
  public var schema: Schema { (try? store.schema) ?? Schema() }

  /// The file as it is now.
  public func snapshot() throws -> any StoreSnapshot { try store.snapshot() }

  /// Hands out the next numbers.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try store.reserveKeys(count, of: entity)
  }

  /// Hands out the next positions.
  public func reservePositions(_ count: Int) throws -> Range<Int64> {
    try store.reservePositions(count)
  }

  /// Changes the schema, then the records.
  public func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    if reopensBeforeChanges { close() }
    try store.apply(schema, changes, check: check)
  }

  /// Changes the schema step by step.
  public func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    if reopensBeforeChanges { close() }
    return try store.migrate(from: former, to: target, guide)
  }

  /// The version that the models were given last.
  public func schemaVersion() throws -> SchemaVersion? { try store.schemaVersion() }

  /// How often the file was changed.
  public func changeMarks() throws -> ChangeMarks { try store.changeMarks() }

  /// What the file keeps.
  public func savedQueries() throws -> [String] { try store.savedQueries() }

  /// Keeps queries in the file.
  public func changeSavedQueries(_ change: ([String]) throws -> [String]) throws -> Bool {
    try store.changeSavedQueries(change)
  }

  /// Whether the file keeps a history.
  public var keepsHistory: Bool { (try? store.keepsHistory) ?? false }

  /// What was saved to the file.
  public func readHistory(
    _ filter: HistoryFilter,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    try store.readHistory(filter, body)
  }

  /// Takes what was saved out of the history of the file.
  public func forgetHistory() throws { try store.forgetHistory() }
}

extension FileOptions {
  /// As small files are opened where everything is to go the ways of large ones: all tables are read from the
  /// pages of the file, and columns are kept at once or never.
  public static func asLarge(keepsColumns: Bool) -> FileOptions {
    var options = FileOptions()
    options.fewestPages = 0
    options.statementsBeforeKeeping = keepsColumns ? 0 : .max
    return options
  }
}
