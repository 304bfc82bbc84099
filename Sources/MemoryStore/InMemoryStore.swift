public import Model
public import Storage
import Synchronization

/// A store that keeps all records in memory, column by column.
///
/// Readers work on snapshots: copy-on-write versions of the columns. A change is checked as a whole
/// before anything is touched, and then made in place where no snapshot holds the columns. It may
/// be used from several threads at once.
public final class InMemoryStore: Store {
  private let state: Mutex<StoreState>
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
    try state.withLock { try $0.table(entity).reserve(count) }
  }

  /// Hands out the next positions.
  public func reservePositions(_ count: Int) throws -> Range<Int64> {
    try state.withLock { state in
      guard count >= 0 else { return state.nextPosition..<state.nextPosition }
      let end = state.nextPosition.addingReportingOverflow(Int64(count))
      guard !end.overflow else { throw StoreError.full(entity: "") }
      defer { state.nextPosition = end.partialValue }
      return state.nextPosition..<end.partialValue
    }
  }

  /// Changes the schema, then the records: all or nothing.
  public func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    try state.withLock { state in
      guard !schema.isEmpty else { return try state.make(changes, limits: limits) }
      if let basis = changes.basis, basis != state.version { throw StoreError.outdated }
      try schema.checkBasis(state.schema)
      state.compactAll()
      // A copy: what the state itself holds changes only once nothing can fail any more.
      var migrated = try state.migrated(by: schema)
      try check(migrated.snapshot)
      try migrated.checkKeys(since: state)
      try migrated.make(changes, limits: limits)
      migrated.marks.models &+= 1
      state = migrated
    }
  }

  /// Changes the schema step by step, all or nothing; there is no copy.
  ///
  /// What the state itself holds does not change meanwhile: the steps make tables of their own.
  public func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    try state.withLock { state in
      guard state.schemaVersion == former else { throw StoreError.outdated }
      state.compactAll()
      var migrated = state
      while true {
        switch try guide(migrated.schema, migrated.snapshot, nil) {
        case .giveUp: return nil
        case .step(let change, let check):
          let former = migrated
          migrated = try former.migrated(by: change)
          try check(migrated.snapshot)
          try migrated.checkKeys(since: former)
        case .finish(let versions, _):
          migrated.schemaVersion = versions.last ?? state.schemaVersion
          migrated.marks.models &+= 1
          migrated.version = StoreVersion(state.version.number &+ 1)
          state = migrated
          return nil
        }
      }
    }
  }

  /// The version that the models were given last.
  public func schemaVersion() throws -> SchemaVersion? { state.withLock { $0.schemaVersion } }

  /// Knows the version of the models.
  public func facts() throws -> StoreFacts {
    var facts = StoreFacts(kind: .memory)
    facts.schemaVersion = try schemaVersion()
    return facts
  }
}

extension StoreState {
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
