public import Model

/// A place that keeps the records of a schema: memory, a file, a server.
///
/// A store that is only read needs these three requirements, and a ``StoreSnapshot``. Everything else that a
/// store can do is a capability: a protocol of its own, such as ``WritableStore``, which the engine asks for by
/// ``capability(_:for:)`` and does without where the store lacks it. `Documentation/write-a-store.md` makes a
/// store.
public protocol Store: AnyObject, Sendable {
  /// The entities that the store holds.
  var schema: Schema { get }

  /// One consistent state, held while a statement runs.
  func snapshot() throws -> any StoreSnapshot

  /// What the store says about itself to people.
  func facts() throws -> StoreFacts

  /// What can do what the protocol `kind` demands; nil where the store cannot.
  ///
  /// By default that is the store itself, if it conforms to `kind`. A store implements this where what it can do
  /// depends on more than its type, as on the file that it has opened. A wrapper hands out itself for what it
  /// changes, and what is inside it for everything else, protocols that it does not know included.
  func capability<Capability>(_ kind: Capability.Type, for purpose: StorePurpose) throws
    -> Capability?
}

/// What a capability is asked for.
public enum StorePurpose: Hashable, Sendable {
  /// To look at the store, or to find out whether it could do something.
  case reading
  /// To change the store now: a file that is not there yet is created.
  case changing
}

extension Store {
  /// The store itself, if it conforms to `kind`.
  public func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    self as? Capability
  }
}

// MARK: - Asking for capabilities

extension Store {
  /// The store as one that takes changes; throws ``StoreError/readOnly`` where it takes none.
  public func writable() throws -> any WritableStore {
    guard let store = try capability((any WritableStore).self, for: .changing) else {
      throw StoreError.readOnly
    }
    return store
  }

  /// The store as one that can be migrated; throws ``StoreError/fixedModels`` where it cannot.
  public func migrating() throws -> any MigratingStore {
    guard let store = try capability((any MigratingStore).self, for: .changing) else {
      throw StoreError.fixedModels
    }
    return store
  }

  /// Changes the schema, then makes what `body` applies, batch by batch; a store that takes no batches keeps
  /// what was applied where something later fails.
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

  /// The version that the models were given last; nil if none was, or none can be.
  public func modelVersion() throws -> SchemaVersion? {
    try capability((any MigratingStore).self, for: .reading)?.schemaVersion()
  }

  /// What keeps the history of the changes; nil where the store keeps none beyond its own life.
  public var keptHistory: (any HistoryStore)? {
    get throws { try capability((any HistoryStore).self, for: .reading) }
  }

  /// The `let` statements of the saved queries, in the order in which they were saved; none where the store
  /// keeps none beyond its own life.
  public func keptQueries() throws -> [String] {
    try capability((any SavedQueryStore).self, for: .reading)?.savedQueries() ?? []
  }

  /// The marks of an ``ObservableStore``; in others any change may have touched anything.
  public func currentMarks() throws -> ChangeMarks {
    if let store = try capability((any ObservableStore).self, for: .reading) {
      return try store.changeMarks()
    }
    var marks = ChangeMarks()
    marks.unknown = try snapshot().version.number
    return marks
  }

  /// What counts the invalid values that readers meet; nil where there cannot be any.
  public var invalidValues: (any InvalidValueStore)? {
    try? capability((any InvalidValueStore).self, for: .reading)
  }

  /// Leaves everything in the state in which others can take it over; the store is not used any more.
  public func close() {
    try? capability((any ClosableStore).self, for: .reading)?.release()
  }
}
