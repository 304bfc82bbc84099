public import Model
public import Storage
import Synchronization

/// A store that keeps all records in memory, column by column.
///
/// Readers use snapshots: copy-on-write versions of the columns. The store checks a change as a
/// whole, then applies it in place unless a snapshot holds the columns. It may be used from several
/// threads.
///
/// ```
/// let store = InMemoryStore()
/// try store.apply(SchemaChange(entities: [budget]))
/// ```
public final class InMemoryStore: WritableStore, MigratingStore, ObservableStore,
  UnsharedStore
{
  private let state: Mutex<StoreState>
  /// Serializes changes. Readers do not wait for it.
  private let turn = Mutex<Void>(())
  private let limits: StoreLimits

  /// Creates an empty store.
  public convenience init() {
    self.init(limits: StoreLimits())
  }

  init(limits: StoreLimits) {
    self.limits = limits
    state = Mutex(StoreState())
  }

  /// The entities in the store.
  public var schema: Schema {
    state.withLock { $0.schema }
  }

  /// The current state. The cost depends on the number of columns, not of rows.
  public func snapshot() throws -> any StoreSnapshot {
    state.withLock { $0.snapshot }
  }

  /// The current state, with dead rows for the records that `changes` would restore.
  public func snapshot(restoring changes: ChangeSet) throws -> any StoreSnapshot {
    try turn.withLock { _ in
      try readDeferred()
      return try state.withLock { state in
        try state.addDeadRows(for: changes, limits)
        return state.snapshot
      }
    }
  }

  /// The store itself if it conforms to `kind`.
  public func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    sameType(self as any Store, kind) ?? sameType(self as any WritableStore, kind)
      ?? sameType(self as any MigratingStore, kind) ?? sameType(self as any ObservableStore, kind)
      ?? sameType(self as any UnsharedStore, kind)
  }

  /// Counters of the changes of entities and models.
  public func changeMarks() throws -> ChangeMarks { state.withLock { $0.marks } }

  /// Adds records to a model without records and relationships. They are numbered from 1, and their
  /// columns, which must be of the model's types and have unique keys, are read when a statement
  /// first needs them.
  public func add(_ records: DeferredColumns, to entity: String) throws {
    try turn.withLock { _ in
      try state.withLock { state in
        let table = try state.table(entity)
        guard records.count <= limits.rows else { throw StoreError.full(entity: entity) }
        precondition(table.rowCount == 0 && table.layout.references.isEmpty)
        table.add(records)
        state.version = StoreVersion(state.version.number &+ 1)
        state.marks.raise([entity])
      }
    }
  }

  /// Reads all columns that were deferred, before anything changes. The caller holds the turn.
  private func readDeferred() throws {
    let waiting = state.withLock { state in
      state.tables.compactMapValues { table in
        table.deferred.map { ($0, table.layout.fields.map(\.path)) }
      }
    }
    for (entity, (records, paths)) in waiting {
      let columns = try records.columns(paths)
      state.withLock { $0.tables[entity]?.fill(with: columns) }
    }
  }

  /// Reserves the next numbers of a table. Unused numbers are skipped.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try turn.withLock { _ in try state.withLock { try $0.table(entity).reserve(count) } }
  }

  /// Reserves the next positions.
  public func reservePositions(_ count: Int) throws -> Range<Int64> {
    try turn.withLock { _ in try state.withLock { try $0.reservePositions(count) } }
  }

  /// Changes the schema, then the records: all or nothing.
  public func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    try turn.withLock { _ in
      try readDeferred()
      guard !schema.isEmpty else {
        return try state.withLock { try $0.make(changes, limits: limits) }
      }
      let present = state.withLock { FrozenState(state: $0.frozen) }.state
      if let basis = changes.basis, basis != present.version { throw StoreError.outdated }
      try schema.checkBasis(present.schema)
      // Migrates a copy: the store's state changes only when nothing can fail any more.
      let migrated = try present.migrated(by: schema)
      try check(migrated.snapshot)
      try migrated.checkKeys(since: present)
      let still = FrozenState(state: migrated)
      try state.withLock { state in
        var migrated = still.state
        try migrated.make(changes, limits: limits)
        migrated.marks.models &+= 1
        state = migrated
      }
    }
  }

  /// Changes the schema step by step, all or nothing, without a backup.
  ///
  /// The steps create new tables, so that readers keep seeing the previous state.
  public func migrate(
    from previous: SchemaVersion?,
    to target: VersionNumber?,
    _ guide: MigrationGuide
  ) throws -> String? {
    try turn.withLock { _ in
      try readDeferred()
      let present = state.withLock { FrozenState(state: $0.frozen) }.state
      guard present.schemaVersion == previous else { throw StoreError.outdated }
      var migrated = present
      while true {
        switch try guide(migrated.schema, migrated.snapshot, nil) {
        case .rollBack: return nil
        case .step(let change, let check):
          let previous = migrated
          migrated = try previous.migrated(by: change)
          try check(migrated.snapshot)
          try migrated.checkKeys(since: previous)
        case .records(let changes):
          // Until the end, these tables belong to the present state, too.
          migrated.copyTables()
          try migrated.make(changes, limits: limits)
          migrated.compactAll()
        case .finish(let versions, _):
          migrated.schemaVersion = versions.last ?? present.schemaVersion
          migrated.marks.models &+= 1
          migrated.version = StoreVersion(present.version.number &+ 1)
          let still = FrozenState(state: migrated)
          state.withLock { $0 = still.state }
          return nil
        }
      }
    }
  }

  /// Notes where the records of an entity are from, for `explain`, until they change.
  public func note(origin: String, of entity: String) {
    state.withLock { $0.tables[entity]?.origin = origin }
  }

  /// The last version of the models.
  public func schemaVersion() throws -> SchemaVersion? { state.withLock { $0.schemaVersion } }

  /// The facts of a store in memory.
  public func facts() -> StoreFacts { StoreFacts(kind: "memory") }
}

/// A state whose tables do not change while the caller holds the turn.
private struct FrozenState: @unchecked Sendable {
  let state: StoreState
}

extension StoreState {
  /// The state with compacted tables, which can be read without the lock while the caller holds the
  /// turn, because reading them no longer changes them.
  fileprivate var frozen: StoreState {
    mutating get {
      compactAll()
      _ = snapshot
      return self
    }
  }

  /// Reserves the next positions.
  fileprivate mutating func reservePositions(_ count: Int) throws(StoreError) -> Range<Int64> {
    let positions = try Range(next: count, from: nextPosition, of: "")
    nextPosition = positions.upperBound
    return positions
  }

  /// Applies all changes or none.
  fileprivate mutating func make(
    _ changes: ChangeSet,
    limits: StoreLimits
  ) throws(StoreError) {
    if let basis = changes.basis, basis != version { throw .outdated }
    try addDeadRows(for: changes, limits)
    // The stager is gone and has released its columns before they change.
    let staged = try staged(changes, limits: limits)
    commit(staged)
    compact(after: staged, limits)
    version = StoreVersion(version.number &+ 1)
    marks.raise(changes.touchedEntities)
  }
}
