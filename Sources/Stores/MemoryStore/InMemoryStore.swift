public import Model
public import Storage
import Synchronization

/// A store that keeps all records in memory, column by column.
///
/// Readers work on snapshots: copy-on-write versions of the columns. A change is checked as a whole
/// before anything is touched, and then made in place where no snapshot holds the columns. It may
/// be used from several threads at once.
public final class InMemoryStore: WritableStore, MigratingStore, ObservableStore {
  private let state: Mutex<StoreState>
  /// Who changes the store takes turns; who reads it does not wait for a turn.
  private let turn = Mutex<Void>(())
  private let limits: StoreLimits

  /// An empty store without entities.
  public convenience init() {
    self.init(limits: StoreLimits())
  }

  init(limits: StoreLimits) {
    self.limits = limits
    state = Mutex(StoreState())
  }

  /// The entities that the store holds.
  public var schema: Schema {
    state.withLock { $0.schema }
  }

  /// The state as it is now; takes time for the columns, not for the rows.
  public func snapshot() throws -> any StoreSnapshot {
    state.withLock { $0.snapshot }
  }

  /// How often entities and models were changed.
  public func changeMarks() throws -> ChangeMarks { state.withLock { $0.marks } }

  /// Hands out the next numbers of a table; what is not used of them is left out.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try turn.withLock { _ in try state.withLock { try $0.table(entity).reserve(count) } }
  }

  /// Hands out the next positions.
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
      guard !schema.isEmpty else {
        return try state.withLock { try $0.make(changes, limits: limits) }
      }
      let present = state.withLock { FrozenState(state: $0.standingStill) }.state
      if let basis = changes.basis, basis != present.version { throw StoreError.outdated }
      try schema.checkBasis(present.schema)
      // A copy: what the state itself holds changes only once nothing can fail any more.
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

  /// Changes the schema step by step, all or nothing; there is no copy.
  ///
  /// What the state itself holds does not change meanwhile: the steps make tables of their own. Who reads sees the
  /// store as it was.
  public func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    try turn.withLock { _ in
      let present = state.withLock { FrozenState(state: $0.standingStill) }.state
      guard present.schemaVersion == former else { throw StoreError.outdated }
      var migrated = present
      while true {
        switch try guide(migrated.schema, migrated.snapshot, nil) {
        case .giveUp: return nil
        case .step(let change, let check):
          let former = migrated
          migrated = try former.migrated(by: change)
          try check(migrated.snapshot)
          try migrated.checkKeys(since: former)
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

  /// The version that the models were given last.
  public func schemaVersion() throws -> SchemaVersion? { state.withLock { $0.schemaVersion } }

  /// Is in memory.
  public func facts() -> StoreFacts { StoreFacts(kind: "memory") }
}

/// A state whose tables nobody changes as long as one has the turn.
private struct FrozenState: @unchecked Sendable {
  let state: StoreState
}

extension StoreState {
  /// The state with tables that nobody changes as long as one has the turn, so that they may be read without the
  /// lock: no dead rows are left in them, and nothing that they would put in place when they are read.
  fileprivate var standingStill: StoreState {
    mutating get {
      compactAll()
      _ = snapshot
      return self
    }
  }

  /// Hands out the next positions.
  fileprivate mutating func reservePositions(_ count: Int) throws(StoreError) -> Range<Int64> {
    let positions = try Range(next: count, from: nextPosition, of: "")
    nextPosition = positions.upperBound
    return positions
  }

  /// Makes all changes or none.
  fileprivate mutating func make(
    _ changes: ChangeSet,
    limits: StoreLimits
  ) throws(StoreError) {
    if let basis = changes.basis, basis != version { throw .outdated }
    try makeRoom(for: changes, limits)
    // The staging is over, and has given back what it was lent, before columns are changed.
    let staged = try staged(changes, limits: limits)
    commit(staged)
    compact(after: staged, limits)
    version = StoreVersion(version.number &+ 1)
    marks.raise(changes.touchedEntities)
  }
}
