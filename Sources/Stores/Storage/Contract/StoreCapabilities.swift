public import Model

/// A store whose records can be changed.
public protocol WritableStore: Store {
  /// Reserves numbers for `count` new records of the root entity `entity`.
  ///
  /// They are greater than the numbers of all current and former records, and are never reserved
  /// again. A `count` of 0 reserves none: the lower bound of the range is the number that the next
  /// new record would get.
  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64>

  /// Reserves `count` positions for members of ordered relationships, greater than all previous
  /// ones.
  func reservePositions(_ count: Int) throws -> Range<Int64>

  /// Changes the schema and then the records: all of it or nothing.
  ///
  /// New entities replace those with the same names, unless that would lose data. If the store is
  /// durable, so are the changes when this method returns.
  ///
  /// If the schema changes, `check` receives the existing records under the new schema, before
  /// `changes`. An error stops everything. It must not access the store.
  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws

  /// Throws if records cannot be changed at the moment, before the user collects changes that could
  /// never be saved. By default it never throws.
  func checkWritable() throws
}

extension WritableStore {
  /// Never throws.
  public func checkWritable() throws {}

  /// Changes the schema, then the records, without a check.
  public func apply(_ schema: SchemaChange, _ changes: ChangeSet) throws {
    try apply(schema, changes) { _ in }
  }

  /// Changes only the schema.
  public func apply(
    _ change: SchemaChange,
    check: (any StoreSnapshot) throws -> Void = { _ in }
  ) throws {
    try apply(change, ChangeSet(), check: check)
  }

  /// Changes only records.
  public func apply(_ changes: ChangeSet) throws {
    try apply(SchemaChange(), changes)
  }
}

/// A store whose database can refuse changes for other reasons, such as the constraints of
/// tables that Martlet did not create.
public protocol TryingStore: WritableStore {
  /// Makes the changes in a transaction that is rolled back, and throws what
  /// ``WritableStore/apply(_:)`` would throw.
  func tryApplying(_ changes: ChangeSet) throws
}

/// A store that may do something else than what it is asked for: the database has triggers, or
/// types with fewer digits.
public protocol RevisingStore: WritableStore {
  /// Changes records as ``WritableStore/apply(_:)`` does. Returns how the result differs.
  func applyRevised(_ changes: ChangeSet) throws -> StoreRevisions
}

/// A store whose database computes parts of the identities of new records.
public protocol KeyComputingStore: WritableStore {
  /// Values of an attribute for `count` new records, from its default in the database; nil if it
  /// has no default.
  ///
  /// - Parameter isPreview: Whether the values are only shown, so that no numbers are taken.
  func computeValues(
    _ count: Int,
    of attribute: String,
    in entity: String,
    isPreview: Bool
  ) throws -> [Value]?
}

/// A store whose users may not change all records.
public protocol PermittingStore: WritableStore {
  /// Throws if the user has no permission for the changes, without making them.
  func checkPermission(for changes: ChangeSet) throws
}

/// A store whose models have versions.
public protocol MigratingStore: Store {
  /// The last version of the models; nil if they have none.
  func schemaVersion() throws -> SchemaVersion?

  /// Changes the schema step by step: all steps or none.
  ///
  /// A store in a file is copied first if `target` is given.
  ///
  /// - Parameters:
  ///   - previous: The version that `guide` starts from. Throws ``StoreError/outdated`` if the
  ///     store has another one.
  ///   - target: The version to migrate to, which names the copy; nil for no copy.
  ///   - guide: Returns the steps until it finishes or rolls back.
  /// - Returns: The path of the copy; nil if there is none.
  func migrate(
    from previous: SchemaVersion?,
    to target: VersionNumber?,
    _ guide: MigrationGuide
  ) throws -> String?
}

/// A store that applies changes batch by batch: all of them or none.
public protocol BulkLoadingStore: Store {
  /// Changes the schema, then applies the changes that `body` makes to the store it receives.
  ///
  /// If `body` throws, all changes are discarded. Until the end, only snapshots of that store
  /// contain the changes. Do not change the store itself meanwhile.
  func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws
}

/// A store that saves queries.
public protocol SavedQueryStore: Store {
  /// The saved queries as `let` statements, in the order they were saved.
  func savedQueries() throws -> [String]

  /// Replaces the saved queries, while no other process changes them.
  ///
  /// - Parameter change: Returns the new queries for the current ones. It must not access the
  ///   store.
  func changeSavedQueries(_ change: ([String]) throws -> [String]) throws
}

/// A store that saves the history of its changes (``ChangeSet/history``).
public protocol HistoryStore: Store {
  /// Passes the matching events to `body`, oldest first, including those saved by other processes.
  /// The store decides how far back its history goes.
  func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws

  /// The earliest state that the history leads back to; nil, the default, if it lacks old values.
  func historyStart() throws -> HistoryStart?

  /// The bytes of the history, in a time that does not depend on them; nil, the default, if they
  /// are not known.
  func historySize() throws -> HistorySize?

  /// Limits the history: with each save, statements are deleted that were saved more than
  /// `microseconds` before it; nil for no limit. By default it throws ``StoreError/readOnly``.
  func keepHistory(_ microseconds: Int64?) throws

  /// The number of the last statement that was saved at `time` or before; nil if there is none, or
  /// the history does not contain it.
  func lastStatement(until time: Timestamp) throws -> Int64?

  /// Deletes what was saved within these times, or the whole history if `times` is nil.
  func forgetHistory(_ times: ClosedRange<Timestamp>?) throws
}

extension HistoryStore {
  /// Throws ``StoreError/readOnly``.
  public func keepHistory(_ microseconds: Int64?) throws { throw StoreError.readOnly }

  /// Nil.
  public func historyStart() throws -> HistoryStart? { nil }

  /// Nil.
  public func historySize() throws -> HistorySize? { nil }

  /// Reads the whole history.
  public func lastStatement(until time: Timestamp) throws -> Int64? {
    var last: Int64?
    try readHistory(HistoryFilter()) { if $0.time <= time { last = $0.number } }
    return last
  }
}

/// A store that saves ``ChangeSet/history`` without showing it.
public protocol HistorySavingStore: WritableStore {}

/// A store that only one container changes, so that a history in memory is complete.
public protocol UnsharedStore: Store {
  /// A snapshot with references for the records that `changes` would restore, so that these appear
  /// in identity order.
  func snapshot(restoring changes: ChangeSet) throws -> any StoreSnapshot
}

/// A store that records which of its parts have changed.
public protocol ObservableStore: Store {
  /// The current change marks. This is fast enough to be called ten times a second.
  ///
  /// Marks read before a snapshot differ from later ones if something has changed that the snapshot
  /// lacks. They may also differ when nothing has changed.
  func changeMarks() throws -> ChangeMarks
}

/// A store that other programs write, too, so that it may contain values that do not fit their
/// fields.
public protocol InvalidValueStore: Store {
  /// The fields with invalid values that were read as nil since the last call, without duplicates.
  func takeInvalidFields() -> [InvalidValueField]

  /// How many invalid values were read so far.
  var invalidValueCount: Int { get }
}

/// A store that keeps a file or a connection open.
public protocol ClosableStore: Store {
  /// Closes the store, which must not be used afterwards.
  func release()
}

/// A store that can distribute records among several servers.
public protocol DistributingStore: Store {
  /// Distributes the records of models: those of all of them, or none.
  ///
  /// - Returns: The steps taken, in order. They include models that `wishes` do not name but that
  ///   must be distributed with them.
  func distribute(_ wishes: [RecordDistribution]) throws -> [RecordDistribution]
}

/// Where the records of a model are.
public struct RecordDistribution: Hashable, Sendable {
  /// The entity.
  public var entity: String
  /// The attribute or to-one relationship whose value determines a record's server; nil if every
  /// server has all records.
  public var key: String?
  /// The entity whose records are on the same server as those that reference them.
  public var companion: String?

  /// Creates a distribution.
  public init(entity: String, key: String?, companion: String? = nil) {
    (self.entity, self.key, self.companion) = (entity, key, companion)
  }
}
