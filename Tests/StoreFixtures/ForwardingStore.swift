public import Model
public import Storage

/// A store that passes on everything to another one, but for what it does itself.
public protocol ForwardingStore: Store {
  /// The store that does the work.
  var store: any Store { get throws }
}

extension ForwardingStore {
  /// The entities of the other store; none where it cannot be had.
  public var schema: Schema { (try? store.schema) ?? Schema() }

  /// The other store as it is now.
  public func snapshot() throws -> any StoreSnapshot { try store.snapshot() }

  /// Throws where the other store is only read.
  public func checkWritable() throws { try store.checkWritable() }

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
    try store.apply(schema, changes, check: check)
  }

  /// Whether the other store takes batches.
  public var loads: Bool { (try? store.loads) ?? false }

  /// Has the other store take batches.
  public func load(_ schema: SchemaChange, _ body: (any Store) throws -> Void) throws {
    try store.load(schema, body)
  }

  /// Changes the schema step by step.
  public func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    try store.migrate(from: former, to: target, guide)
  }

  /// The version that the models were given last.
  public func schemaVersion() throws -> SchemaVersion? { try store.schemaVersion() }

  /// How often the other store was changed.
  public func changeMarks() throws -> ChangeMarks { try store.changeMarks() }

  /// The queries that the other store keeps.
  public func savedQueries() throws -> [String] { try store.savedQueries() }

  /// Keeps queries in the other store.
  public func changeSavedQueries(_ change: ([String]) throws -> [String]) throws -> Bool {
    try store.changeSavedQueries(change)
  }

  /// The fields in which the other store has met what does not fit.
  public func takeMisfitFields() -> [MisfitField] { (try? store.takeMisfitFields()) ?? [] }

  /// In how many fields that was so.
  public var misfitCount: Int { (try? store.misfitCount) ?? 0 }

  /// Whether the other store keeps a history.
  public var keepsHistory: Bool { (try? store.keepsHistory) ?? false }

  /// What was saved to the other store.
  public func readHistory(
    _ filter: HistoryFilter,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    try store.readHistory(filter, body)
  }

  /// Takes what was saved out of the history of the other store.
  public func forgetHistory() throws { try store.forgetHistory() }

  /// What is known of the other store.
  public func facts() throws -> StoreFacts { try store.facts() }
}
