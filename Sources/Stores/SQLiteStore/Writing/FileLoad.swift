import GRDB
import Model
import NativeStores
public import Storage

/// A native store within a transaction, whose changes become visible to others when it ends.
///
/// It is only used by the thread that began the transaction.
final class FileLoad: WritableStore, @unchecked Sendable {
  let model: FileModel
  private let store: FileStore
  private let file: FileConnections
  private let writer: Connection
  private let invalidValueLog = InvalidValueLog()
  /// The next numbers of entities with reserved ones.
  private var nextNumbers: [String: Int64] = [:]
  private var nextPosition: Int64?
  /// Increases with every change, unlike SQLite's number.
  private var changeCount: Int64 = 0
  private let firstVersion: StoreVersion

  init(_ store: FileStore, _ model: FileModel, _ writer: Connection) throws {
    self.store = store
    self.model = model
    file = store.file
    self.writer = writer
    firstVersion = try file.currentVersion()
  }

  var schema: Schema { model.schema }

  func facts() throws -> StoreFacts { try store.facts() }

  /// Changes are recorded in the history. Other capabilities are not available within the
  /// transaction.
  func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if let load = self as? Capability { return load }
    guard kind == (any HistoryStore).self else { return nil }
    return try store.capability(kind, for: purpose)
  }

  func snapshot() throws -> any StoreSnapshot {
    FileSnapshot(
      version: StoreVersion(firstVersion.number &+ changeCount),
      model: model,
      invalidValueLog: invalidValueLog,
      changing: writer
    )
  }

  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    let table = try model.table(entity).mapping
    let next =
      try nextNumbers[entity]
      ?? writer.perform { try NumberCounter.entity(entity).next(table, $0.native) }
    let numbers = try Range(next: count, from: next, of: entity)
    nextNumbers[entity] = numbers.upperBound
    return numbers
  }

  func reservePositions(_ count: Int) throws -> Range<Int64> {
    let next = try nextPosition ?? writer.perform { try NumberCounter.positions.next($0.native) }
    let positions = try Range(next: count, from: next, of: "")
    nextPosition = positions.upperBound
    return positions
  }

  /// Changes records; schema changes are not supported.
  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    guard schema.isEmpty else {
      throw StoreFileError(path: file.path, operation: "write", fault: .foreignModels)
    }
    try writer.perform("write") { db in
      try changes.write(into: model, isNative: true, db)
    }
    changeCount &+= 1
  }
}

extension FileStore: BulkLoadingStore {
  /// Changes the schema, then applies the changes of `body`, in one transaction that is on the disk
  /// when this returns. If `body` throws, or the process ends, nothing is changed.
  public func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws {
    let writer = try nativeWriter()
    let model = try file.change(keepingForeignKeys: schema.isEmpty) { db in
      let old = try file.models.current(known: currentModel(), db)
      guard !schema.isEmpty else {
        try body(FileLoad(self, old, writer))
        return old
      }
      try schema.checkBasis(old.schema)
      let new = try changeModels(old, by: schema, check: { _ in }, writer, db)
      try body(FileLoad(self, new, writer))
      try ReferenceCheck(model: new, db: db).check()
      return new
    }
    note(model)
  }
}
