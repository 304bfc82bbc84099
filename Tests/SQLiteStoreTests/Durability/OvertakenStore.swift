import Model
import SQLiteStore
import Storage
import Synchronization

/// A store in a file that others change at the worst moment: right before this one does.
final class OvertakenStore: Store {
  /// When others change the file.
  enum Moment {
    /// Before records get their numbers.
    case numbering
    /// Before a change is made.
    case applying
    /// Before saved queries are kept.
    case keeping
  }

  private let store: FileStore
  private let moment: Moment
  private let others: Mutex<[@Sendable () throws -> Void]>

  /// A store over `store`; what `others` do is done one by one, each time when the moment has come.
  init(_ store: FileStore, at moment: Moment, _ others: [@Sendable () throws -> Void]) {
    self.store = store
    self.moment = moment
    self.others = Mutex(others)
  }

  private func meet(_ now: Moment) throws {
    guard now == moment else { return }
    try others.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
  }

  var schema: Schema { store.schema }

  func snapshot() throws -> any StoreSnapshot { try store.snapshot() }

  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    if count > 0 { try meet(.numbering) }
    return try store.reserveKeys(count, of: entity)
  }

  func reservePositions(_ count: Int) throws -> Range<Int64> {
    try store.reservePositions(count)
  }

  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    try meet(.applying)
    try store.apply(schema, changes, check: check)
  }

  func savedQueries() throws -> [String] { try store.savedQueries() }

  func changeSavedQueries(_ change: ([String]) throws -> [String]) throws -> Bool {
    try meet(.keeping)
    return try store.changeSavedQueries(change)
  }
}
