import ColumnImages
import Foundation
import GRDB
public import Model
import NativeStores
import SQLGeneration
public import Storage
import Synchronization

/// A store in a SQLite file: a native store, or a file of another program whose tables are shown as
/// models.
///
/// Each snapshot is a read transaction on its own connection. A single connection writes: a change
/// is one transaction, which is on the disk before it is acknowledged. Other processes may use the
/// file at the same time. A store may be used from several threads. Other capabilities depend on
/// the file: see ``capability(_:for:)``.
public final class FileStore: WritableStore, InvalidValueStore, ClosableStore {
  /// The path as given.
  public let path: String
  /// Whether the file is read-only.
  public let isReadOnly: Bool
  /// Problems with the file's tables and models, and renamed parts.
  public let notes: [String]

  let file: FileConnections
  let invalidValueLog = InvalidValueLog()
  private let model: Mutex<FileModel>
  let changes = ChangeWatch()
  private let minimumPages: Int
  private let columnCache: ColumnCache
  private let images: FileImages?
  private let strayRows: Mutex<(version: StoreVersion?, rows: StrayRows)>
  private let storedQueries = Mutex<(dataVersion: Int64, texts: [String])?>(nil)

  /// Opens the file at `path`; creates a store without models if the file does not exist or is
  /// empty.
  ///
  /// The time does not depend on the size of the file. Throws ``Storage/StoreFileError``.
  public init(
    path: String,
    options: FileOptions = FileOptions(),
    declarations: any DeclarationCoder
  ) throws {
    self.path = path
    minimumPages = options.minimumPages
    columnCache = ColumnCache(options)
    let images = FileImages(path, options)
    let file = try FileConnections(path: path, options: options, declarations: declarations)
    self.file = file
    // A copy of the file is read instead.
    self.images = file.coreData?.copy == nil ? images : nil
    isReadOnly = file.isReadOnly
    let (model, notes) = try file.clock.perform { try file.models.read($0) }
    self.model = Mutex(model)
    self.notes = notes
    strayRows = Mutex((nil, StrayRows()))
  }

  /// Whether the file at `path` does not exist or is empty; it is not changed. Throws
  /// ``Storage/StoreFileError`` if no store could be created.
  public static func isNewFile(at path: String) throws -> Bool {
    // Other problems, such as a parent that is not a folder, are reported by opening.
    guard FileInspection.isAbsent(path) || FileInspection.isEmpty(path) else { return false }
    try FileInspection(path: path, isReadOnly: false).check()
    return true
  }

  /// The entities in the file, including those that other processes added.
  public var schema: Schema { currentModel().schema }

  /// A read transaction on the current state of the file.
  public func snapshot() throws -> any StoreSnapshot { try fileSnapshot() }

  /// The snapshot with its concrete type.
  func fileSnapshot() throws -> FileSnapshot {
    let (lease, state) = try file.beginReading()
    let known = model.withLock { $0 }
    let current = try lease.connection.perform { try file.models.current(known: known, $0) }
    if current.version != known.version { note(current) }
    return FileSnapshot(
      version: state.version,
      model: current,
      invalidValueLog: invalidValueLog,
      strayRows: strayRows(state.version),
      lease: lease,
      minimumPages: minimumPages,
      cache: columnCache.access(to: state),
      images: state.isCertain
        ? images.map { SnapshotImages($0, file, version: state.version) } : nil
    )
  }

  /// Information about the file at `version`.
  private func strayRows(_ version: StoreVersion) -> StrayRows {
    strayRows.withLock { last in
      if last.version != version { last = (version, StrayRows()) }
      return last.rows
    }
  }

  /// The fields where readers found invalid values since the last call.
  public func takeInvalidFields() -> [InvalidValueField] { invalidValueLog.take() }

  /// The number of times that readers found invalid values.
  public var invalidValueCount: Int { invalidValueLog.count }

  /// Sets how long to wait for a locked store, in seconds.
  public func setBusyTimeout(_ seconds: Double) {
    file.setBusyTimeout(seconds)
  }

  /// Transfers the log to the file, and deletes it unless other processes use the file.
  public func release() { file.close() }

  /// The current models; the last known ones if the file cannot be read.
  func currentModel() -> FileModel {
    let known = model.withLock { $0 }
    guard
      let current = try? file.clock.perform("read", { try file.models.current(known: known, $0) })
    else { return known }
    if current.version != known.version { note(current) }
    return current
  }

  /// Stores the models that the file has now.
  func note(_ current: FileModel) {
    model.withLock { if $0.version < current.version { $0 = current } }
  }
}

// MARK: - Numbers and queries

extension FileStore: SavedQueryStore {
  /// Reserves the next numbers of an entity.
  ///
  /// They are written to the file, but need not be on the disk before the records that use them.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    let mapping = try currentModel().table(entity).mapping
    return try notingNumbers { try file.reserveNumbers(max(0, count), of: mapping) }
  }

  /// Reserves the next positions.
  public func reservePositions(_ count: Int) throws -> Range<Int64> {
    try notingNumbers { try file.reservePositions(max(0, count)) }
  }

  /// Throws if the file is read-only.
  public func checkWritable() throws { try file.checkWritable() }

  /// The `let` statements in the file. They are read again after any change by others.
  public func savedQueries() throws -> [String] {
    try storedQueries.withLock { known in
      let last = known
      let now = try file.clock.perform { db -> (dataVersion: Int64, texts: [String]) in
        // Read first: later changes by other processes are then noticed.
        let version = try db.number("PRAGMA data_version")
        if let last, last.dataVersion == version { return last }
        return (dataVersion: version, texts: try MartletTables.queries(db.native))
      }
      known = now
      return now.texts
    }
  }

  /// Changes the saved `let` statements in one transaction.
  public func changeSavedQueries(_ change: ([String]) throws -> [String]) throws {
    try file.change { db in
      let kept = try MartletTables.queries(db.native)
      let changed = try change(kept)
      if changed != kept { try MartletTables.setQueries(changed, db.native) }
    }
  }
}
