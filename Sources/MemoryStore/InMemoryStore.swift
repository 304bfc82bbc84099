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

  /// Adds entities, or replaces those of the same names as far as no data can be lost.
  public func apply(_ change: SchemaChange) throws {
    try state.withLock { state in
      state = try state.migrated(by: change)
    }
  }

  /// Applies all changes or none.
  public func apply(_ changes: ChangeSet) throws -> ChangeResult {
    try state.withLock { state in
      // The staging is over, and has given back what it was lent, before columns are changed.
      let staged = try state.staged(changes, limits: limits)
      state.commit(staged)
      return staged.result
    }
  }
}
