public import Model

/// A place that keeps the records of a schema: memory, a file, a server.
///
/// A new store is correct first and fast later: it says what its models are, and its snapshots scan, gather
/// and follow relationships. Their ``StoreSnapshot/offer(_:conjuncts:moment:)`` answers `unsupported` to
/// everything by default, and the engine does the rest; a store that says nothing of changes takes none.
/// `Documentation/write-a-store.md` makes one.
public protocol Store: AnyObject, Sendable {
  /// The entities that the store holds.
  var schema: Schema { get }

  /// One consistent state, held while a statement runs.
  func snapshot() throws -> any StoreSnapshot

  /// Hands out numbers for `count` new records of the root entity `entity`, greater than those of
  /// all records that it ever had; they are never handed out again.
  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64>

  /// Hands out `count` positions for members of ordered relationships, greater than all so far.
  func reservePositions(_ count: Int) throws -> Range<Int64>

  /// Throws where records cannot be changed, before changes begin to wait that could never be saved.
  func checkWritable() throws

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

  /// Whether changes can be made batch by batch, all of them or none (``load(_:_:)``).
  var loads: Bool { get }

  /// Changes the schema, then makes what `body` applies to the store that it is given: all of it, in the
  /// order in which it comes, or nothing where `body` throws. What was applied is seen by snapshots of
  /// that store, and by nobody else before the end. The store itself must not be changed meanwhile.
  func load(_ schema: SchemaChange, _ body: (any Store) throws -> Void) throws

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

  /// The version that the models were given last; nil if none was.
  func schemaVersion() throws -> SchemaVersion?

  /// The `let` statements of the saved queries, in the order in which they were saved; empty where the
  /// store keeps none beyond its own life.
  func savedQueries() throws -> [String]

  /// Keeps what `change` makes of the saved queries that are kept, while nobody else changes them; false
  /// where the store keeps none beyond its own life, or cannot be written: then nobody is asked.
  ///
  /// - Parameter change: It must not ask the store.
  func changeSavedQueries(_ change: ([String]) throws -> [String]) throws -> Bool

  /// The fields in which values were met, since this was asked last, that do not fit and so were read as
  /// nil; each once.
  func takeMisfitFields() -> [MisfitField]

  /// How often values were met that do not fit; it only grows.
  var misfitCount: Int { get }

  /// Whether the store keeps the history of what is saved (``ChangeSet/history``) beyond its own life.
  var keepsHistory: Bool { get }

  /// Tells what was saved, by whomever, the oldest first; statements of which nothing is asked for are
  /// left out. How far back it reaches is the store's choice.
  func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws

  /// Forgets what was saved so far.
  func forgetHistory() throws

  /// How often the store was changed, and where; cheap enough to be asked ten times a second.
  ///
  /// Marks that were taken before a snapshot differ from later ones if anything was changed that the snapshot
  /// lacks. They may differ though nothing was changed.
  func changeMarks() throws -> ChangeMarks

  /// What is known of the store besides models and records.
  func facts() throws -> StoreFacts

  /// The path of the store's file where that is not there yet, as nothing was written.
  var absentPath: String? { get }

  /// Leaves everything in the state in which others can take it over; the store is not used any more.
  func close()
}

extension Store {
  /// Is only read.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    throw StoreError.readOnly
  }

  /// Is only read.
  public func reservePositions(_ count: Int) throws -> Range<Int64> { throw StoreError.readOnly }

  /// Is only read.
  public func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    throw StoreError.readOnly
  }

  /// Says it when it is changed.
  public func checkWritable() throws {}

  /// Makes changes all at once.
  public var loads: Bool { false }

  /// Has no batches: what `body` applies is applied to the store itself, whatever comes later.
  public func load(_ schema: SchemaChange, _ body: (any Store) throws -> Void) throws {
    try apply(schema)
    try body(self)
  }

  /// Keeps none.
  public func savedQueries() throws -> [String] { [] }

  /// Meets none.
  public func takeMisfitFields() -> [MisfitField] { [] }

  /// Meets none.
  public var misfitCount: Int { 0 }

  /// Any change may have touched anything.
  public func changeMarks() throws -> ChangeMarks {
    var marks = ChangeMarks()
    marks.unknown = try snapshot().version.number
    return marks
  }

  /// Knows of memory alone.
  public func facts() throws -> StoreFacts { StoreFacts(kind: .memory) }

  /// Is no store whose models have versions.
  public func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    throw StoreError.fixedModels
  }

  /// Has no version.
  public func schemaVersion() throws -> SchemaVersion? { nil }

  /// Waits for no file.
  public var absentPath: String? { nil }

  /// Holds nothing open.
  public func close() {}

  /// Keeps none.
  public func changeSavedQueries(_ change: ([String]) throws -> [String]) throws -> Bool { false }

  /// Keeps none.
  public var keepsHistory: Bool { false }

  /// Knows of nothing.
  public func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws {}

  /// Has none.
  public func forgetHistory() throws {}

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
