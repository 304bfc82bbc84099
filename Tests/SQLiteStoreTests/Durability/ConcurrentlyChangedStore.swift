import Model
import Storage
import StoreFixtures
import Synchronization

/// A store in a file that another process changes right before each write.
final class ConcurrentlyChangedStore: ForwardingStore, WritableStore, SavedQueryStore {
  /// When others change the file.
  enum Moment {
    /// Before records get their numbers.
    case numbering
    /// Before a change is made.
    case applying
    /// Before saved queries are kept.
    case keeping
  }

  let store: any Store
  private let moment: Moment
  private let others: Mutex<[@Sendable () throws -> Void]>

  /// A store over `store`; what `others` do is done one by one, each time when the moment has come.
  init(_ store: any Store, at moment: Moment, _ others: [@Sendable () throws -> Void]) {
    self.store = store
    self.moment = moment
    self.others = Mutex(others)
  }

  private func meet(_ now: Moment) throws {
    guard now == moment else { return }
    try others.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
  }

  /// All changes come one way, so that each has its moment.
  func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if kind == (any BulkLoadingStore).self { return nil }
    return try self as? Capability ?? store.capability(kind, for: purpose)
  }

  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    if count > 0 { try meet(.numbering) }
    return try store.writable().reserveKeys(count, of: entity)
  }

  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    try meet(.applying)
    try store.writable().apply(schema, changes, check: check)
  }

  func savedQueries() throws -> [String] { try store.storedQueries() }

  func changeSavedQueries(_ change: ([String]) throws -> [String]) throws {
    try meet(.keeping)
    try store.capability((any SavedQueryStore).self, for: .changing)?.changeSavedQueries(change)
  }
}
