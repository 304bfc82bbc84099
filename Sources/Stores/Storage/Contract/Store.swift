public import Model

/// A place that holds the records of a schema: memory, a file, a server.
///
/// A read-only store implements these three requirements and a ``StoreSnapshot``. Everything else
/// is a capability: a separate protocol such as ``WritableStore``. Martlet requests capabilities
/// with ``capability(_:for:)`` and does without those that a store lacks.
///
/// ```
/// final class ConstantStore: Store {
///   let schema: Schema
///   private let table: ConstantSnapshot
///   init(schema: Schema, table: ConstantSnapshot) { (self.schema, self.table) = (schema, table) }
///   func snapshot() -> any StoreSnapshot { table }
///   func facts() -> StoreFacts { StoreFacts(kind: "constant") }
/// }
/// ```
///
/// See `Documentation/write-a-store.md` for a complete store.
public protocol Store: AnyObject, Sendable {
  /// The entities in the store.
  var schema: Schema { get }

  /// One consistent state of the store, for the duration of a statement.
  func snapshot() throws -> any StoreSnapshot

  /// Facts about the store, for display.
  func facts() throws -> StoreFacts

  /// The store as a `kind`, such as `(any WritableStore).self`; nil if it lacks this capability.
  ///
  /// By default this is the store itself if it conforms to `kind`. Implement it if the capabilities
  /// depend on more than the type, such as on the opened file. A wrapper returns itself for
  /// capabilities that it changes, and forwards all others, including unknown ones, to the wrapped
  /// store.
  ///
  /// `purpose` says whether the caller is about to change the store.
  func capability<Capability>(_ kind: Capability.Type, for purpose: StorePurpose) throws
    -> Capability?
}

/// The purpose of a capability request.
public enum StorePurpose: Hashable, Sendable {
  /// To read the store, or to find out what it can do.
  case reading
  /// To change the store now. A missing file is created.
  case changing
}

extension Store {
  /// The store itself if it conforms to `kind`.
  public func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    self as? Capability
  }
}

// MARK: - Requesting capabilities

extension Store {
  /// The store as a writable one; throws ``StoreError/readOnly`` if it cannot be changed.
  public func writable() throws -> any WritableStore {
    guard let store = try capability((any WritableStore).self, for: .changing) else {
      throw StoreError.readOnly
    }
    return store
  }

  /// The store as a migratable one; throws ``StoreError/fixedModels`` if it cannot be migrated.
  public func migrating() throws -> any MigratingStore {
    guard let store = try capability((any MigratingStore).self, for: .changing) else {
      throw StoreError.fixedModels
    }
    return store
  }

  /// The store as one that distributes records; nil if it is not on a server. Throws
  /// ``StoreError/readOnly`` if it cannot be changed.
  public func distributing() throws -> (any DistributingStore)? {
    let kind = (any DistributingStore).self
    // The second request would create a missing file.
    guard try capability(kind, for: .reading) != nil else { return nil }
    return try capability(kind, for: .changing)
  }

  /// Changes the schema, then applies changes batch by batch.
  ///
  /// If `body` throws, a ``BulkLoadingStore`` discards everything; other stores keep the batches
  /// applied so far.
  public func inBatches(
    _ schema: SchemaChange,
    _ body: (any WritableStore) throws -> Void
  ) throws {
    if let store = try capability((any BulkLoadingStore).self, for: .changing) {
      return try store.load(schema, body)
    }
    let store = try writable()
    try store.apply(schema)
    try body(store)
  }

  /// The last version of the models; nil if they have none.
  public func modelVersion() throws -> SchemaVersion? {
    try capability((any MigratingStore).self, for: .reading)?.schemaVersion()
  }

  /// The saved history; nil if the store does not save one.
  public var savedHistory: (any HistoryStore)? {
    get throws { try capability((any HistoryStore).self, for: .reading) }
  }

  /// The saved queries as `let` statements, in the order they were saved; empty if the
  /// store does not save queries.
  public func storedQueries() throws -> [String] {
    try capability((any SavedQueryStore).self, for: .reading)?.savedQueries() ?? []
  }

  /// The current change marks. If the store is not an ``ObservableStore``, every change counts as
  /// unknown.
  public func currentMarks() throws -> ChangeMarks {
    if let store = try capability((any ObservableStore).self, for: .reading) {
      return try store.changeMarks()
    }
    var marks = ChangeMarks()
    marks.unknown = try snapshot().version.number
    return marks
  }

  /// Counts invalid values during reads; nil if the store cannot contain any.
  public var invalidValues: (any InvalidValueStore)? {
    try? capability((any InvalidValueStore).self, for: .reading)
  }

  /// Closes the store, which must not be used afterwards.
  public func close() {
    try? capability((any ClosableStore).self, for: .reading)?.release()
  }
}
