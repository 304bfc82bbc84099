import Foundation
import GRDB
public import Model
import SQLGeneration
public import Storage
import Synchronization

/// A store in an SQLite file: one of our own, or any other whose tables are seen as models.
///
/// Readers work on snapshots, which are read transactions; each has a connection for itself. One
/// connection writes: a change is one transaction, which is on the disk before it is acknowledged.
/// Other processes may use the file at the same time. It may be used from several threads at once.
/// What else it can do depends on the file: see ``capability(_:for:)``.
public final class FileStore: WritableStore, InvalidValueStore, ClosableStore {
  /// The file's path as it was given.
  public let path: String
  /// Whether nothing may be written.
  public let isReadOnly: Bool
  /// What the file has that could not be made a model of, or what its models lack in it, for whoever
  /// opened it.
  public let notes: [String]

  let file: FileConnections
  let misfits = InvalidValueLog()
  private let model: Mutex<FileModel>
  let changes = ChangeWatch()
  private let fewestPages: Int
  private let keeper: ColumnCache
  private let strayRows: Mutex<(version: StoreVersion?, rows: StrayRows)>
  private let keptQueries = Mutex<(dataVersion: Int64, texts: [String])?>(nil)

  /// Opens the file at `path`; one that is not there, or is empty, is made a store without models.
  ///
  /// It takes the same time for small and large files. Throws ``Storage/StoreFileError``.
  public init(
    path: String,
    options: FileOptions = FileOptions(),
    declarations: any DeclarationReader
  ) throws {
    self.path = path
    fewestPages = options.fewestPages
    keeper = ColumnCache(options)
    let file = try FileConnections(path: path, options: options, declarations: declarations)
    self.file = file
    isReadOnly = file.isReadOnly
    let (model, notes) = try file.clock.perform { try file.models.read($0) }
    self.model = Mutex(model)
    self.notes = notes
    strayRows = Mutex((nil, StrayRows()))
  }

  /// Whether there is no file at `path`, or an empty one, which is left so. Throws ``Storage/StoreFileError`` where no
  /// store could be made.
  public static func isNewFile(at path: String) throws -> Bool {
    // What cannot be looked at, as behind a folder that is none, is told when it is opened.
    guard FileInspection.isAbsent(path) || FileInspection.isEmpty(path) else { return false }
    try FileInspection(path: path, isReadOnly: false).check()
    return true
  }

  /// The entities that the file holds; those that another process added are among them.
  public var schema: Schema { currentModel().schema }

  /// The file as it is now: a read transaction.
  public func snapshot() throws -> any StoreSnapshot { try fileSnapshot() }

  /// The snapshot by its own type.
  func fileSnapshot() throws -> FileSnapshot {
    let (lease, state) = try file.beginReading()
    let known = model.withLock { $0 }
    let current = try lease.connection.perform { try file.models.current(known: known, $0) }
    if current.version != known.version { note(current) }
    return FileSnapshot(
      version: state.version,
      model: current,
      misfits: misfits,
      strayRows: strayRows(state.version),
      lease: lease,
      fewestPages: fewestPages,
      keeping: keeper.keeping(state)
    )
  }

  /// What is known of the file as it was at `version`.
  private func strayRows(_ version: StoreVersion) -> StrayRows {
    strayRows.withLock { last in
      if last.version != version { last = (version, StrayRows()) }
      return last.rows
    }
  }

  /// The fields that other programs gave values which do not fit, as readers met them.
  public func takeMisfitFields() -> [InvalidValueField] { misfits.take() }

  /// How often readers have met values that do not fit.
  public var misfitCount: Int { misfits.count }

  /// Sets how long to wait for a locked store, in seconds.
  public func setBusyTimeout(_ seconds: Double) {
    file.setBusyTimeout(seconds)
  }

  /// Brings what is in the log beside the file into the file, and takes the log away unless others use
  /// the file still.
  public func release() { file.close() }

  /// The models as they are now; as they were last where the file cannot be read.
  func currentModel() -> FileModel {
    let known = model.withLock { $0 }
    guard let current = try? clockModel(known) else {
      return known
    }
    if current.version != known.version { note(current) }
    return current
  }

  private func clockModel(_ known: FileModel) throws -> FileModel {
    try file.clock.perform { try file.models.current(known: known, $0) }
  }

  /// Remembers the models that the file has by now.
  func note(_ current: FileModel) {
    model.withLock { if $0.version < current.version { $0 = current } }
  }
}

// MARK: - Numbers and queries

extension FileStore: SavedQueryStore {
  /// Hands out the next numbers of an entity.
  ///
  /// They are written down, but need not be on the disk before the records are that get them.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    let mapping = try currentModel().table(entity).mapping
    return try notingNumbers { try file.reserveNumbers(max(0, count), of: mapping) }
  }

  /// Hands out the next positions.
  public func reservePositions(_ count: Int) throws -> Range<Int64> {
    try notingNumbers { try file.reservePositions(max(0, count)) }
  }

  /// Throws where the file is only read.
  public func checkWritable() throws { try file.checkWritable() }

  /// The `let` statements that the file keeps; they are read again where anybody has written since.
  public func savedQueries() throws -> [String] {
    try keptQueries.withLock { known in
      let last = known
      let now = try file.clock.perform { db -> (dataVersion: Int64, texts: [String]) in
        // Asked first: what another process writes in between is then read anew.
        let version = try db.number("PRAGMA data_version")
        if let last, last.dataVersion == version { return last }
        return (dataVersion: version, texts: try MartletTables.queries(db))
      }
      known = now
      return now.texts
    }
  }

  /// Changes the `let` statements in the file within one transaction.
  public func changeSavedQueries(_ change: ([String]) throws -> [String]) throws {
    try file.change { db in
      let kept = try MartletTables.queries(db)
      let changed = try change(kept)
      if changed != kept { try MartletTables.setQueries(changed, db) }
    }
  }
}
