public import Model

/// A store whose records can be changed.
public protocol WritableStore: Store {
  /// Hands out numbers for `count` new records of the root entity `entity`, greater than those of
  /// all records that it ever had; they are never handed out again.
  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64>

  /// Hands out `count` positions for members of ordered relationships, greater than all so far.
  func reservePositions(_ count: Int) throws -> Range<Int64>

  /// Adds entities, or replaces those of the same names as far as no data can be lost, then makes
  /// the changes under the new schema: all of it or nothing. It is durable before it returns where
  /// the store is durable.
  ///
  /// - Parameter check: Where the schema changes, it is shown the records that are there as the new
  ///   schema has them, before `changes`; what it throws stops everything. It must not ask the store.
  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws

  /// Throws where records cannot be changed just now, before changes begin to wait that could never be saved.
  /// They always can by default.
  func checkWritable() throws
}

extension WritableStore {
  /// Says it when it is changed.
  public func checkWritable() throws {}

  /// Changes the schema, then the records, without a look at those that are there.
  public func apply(_ schema: SchemaChange, _ changes: ChangeSet) throws {
    try apply(schema, changes) { _ in }
  }

  /// Changes the schema alone.
  public func apply(
    _ change: SchemaChange,
    check: (any StoreSnapshot) throws -> Void = { _ in }
  ) throws {
    try apply(change, ChangeSet(), check: check)
  }

  /// Changes records alone.
  public func apply(_ changes: ChangeSet) throws {
    try apply(SchemaChange(), changes)
  }
}

/// A store whose models have versions.
public protocol MigratingStore: Store {
  /// The version that the models were given last; nil if none was.
  func schemaVersion() throws -> SchemaVersion?

  /// Changes the schema step by step, all or nothing. A store in a file is copied before, unless nothing
  /// is to come of it.
  ///
  /// - Parameters:
  ///   - former: The version that the guide begins with; throws ``StoreError/outdated`` where the store has
  ///     another one by the time that nobody else can change it.
  ///   - target: The version that the store is brought to, after which the copy is named; nil for no copy.
  ///   - guide: Says what is done, until it finishes or gives up.
  /// - Returns: The path of the copy; nil where there is none.
  func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String?
}

/// A store that takes changes batch by batch, all of them or none.
public protocol BulkLoadingStore: Store {
  /// Changes the schema, then makes what `body` applies to the store that it is given: all of it, in the
  /// order in which it comes, or nothing where `body` throws. What was applied is seen by snapshots of
  /// that store, and by nobody else before the end. The store itself must not be changed meanwhile.
  func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws
}

/// A store that keeps saved queries beyond its own life.
public protocol SavedQueryStore: Store {
  /// The `let` statements of the saved queries, in the order in which they were saved.
  func savedQueries() throws -> [String]

  /// Keeps what `change` makes of the saved queries that are kept, while nobody else changes them.
  ///
  /// - Parameter change: It must not ask the store.
  func changeSavedQueries(_ change: ([String]) throws -> [String]) throws
}

/// A store that keeps the history of what is saved (``ChangeSet/history``) beyond its own life.
public protocol HistoryStore: Store {
  /// Hands over what was saved, by whomever, the oldest first; statements of which nothing is asked for are
  /// left out. How far back it reaches is the store's choice.
  func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws

  /// Forgets what was saved so far.
  func forgetHistory() throws
}

/// A store that knows which of its parts were changed.
public protocol ObservableStore: Store {
  /// How often the store was changed, and where; cheap enough to be asked ten times a second.
  ///
  /// Marks that were taken before a snapshot differ from later ones if anything was changed that the snapshot
  /// lacks. They may differ though nothing was changed.
  func changeMarks() throws -> ChangeMarks
}

/// A store that others write too, so that values may be in it that do not fit their fields.
public protocol InvalidValueStore: Store {
  /// The fields in which values were met, since this was asked last, that do not fit and so were read as
  /// nil; each once.
  func takeMisfitFields() -> [InvalidValueField]

  /// How often values were met that do not fit; it only grows.
  var misfitCount: Int { get }
}

/// A store that holds something open.
public protocol ClosableStore: Store {
  /// Leaves everything in the state in which others can take it over; the store is not used any more.
  func release()
}
