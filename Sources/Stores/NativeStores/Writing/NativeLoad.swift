package import Model
package import Storage

/// A native store within a transaction, whose changes become visible to others when it ends.
///
/// It is only used by the thread that began the transaction.
package final class NativeLoad: WritableStore, @unchecked Sendable {
  package let schema: Schema
  private let store: any Store
  private let path: String
  /// The next number of a counter.
  private let nextNumber: (NumberCounter) throws -> Int64
  /// The state after a number of changes.
  private let state: (Int64) throws -> any StoreSnapshot
  private let write: (ChangeSet) throws -> Void
  /// The next numbers of counters with reserved ones.
  private var nextNumbers: [NumberCounter: Int64] = [:]
  private var changeCount: Int64 = 0

  package init(
    _ store: any Store,
    _ schema: Schema,
    path: String,
    next: @escaping (NumberCounter) throws -> Int64,
    snapshot: @escaping (Int64) throws -> any StoreSnapshot,
    write: @escaping (ChangeSet) throws -> Void
  ) {
    (self.store, self.schema, self.path) = (store, schema, path)
    (nextNumber, state, self.write) = (next, snapshot, write)
  }

  package func facts() throws -> StoreFacts { try store.facts() }

  /// Changes are recorded in the history. Other capabilities are not available within the
  /// transaction.
  package func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if let load = self as? Capability { return load }
    guard kind == (any HistoryStore).self else { return nil }
    return try store.capability(kind, for: purpose)
  }

  package func snapshot() throws -> any StoreSnapshot { try state(changeCount) }

  package func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try reserve(count, of: .entity(entity))
  }

  package func reservePositions(_ count: Int) throws -> Range<Int64> {
    try reserve(count, of: .positions)
  }

  private func reserve(_ count: Int, of counter: NumberCounter) throws -> Range<Int64> {
    let first = try nextNumbers[counter] ?? nextNumber(counter)
    let numbers = try Range(next: count, from: first, of: counter.entity)
    nextNumbers[counter] = numbers.upperBound
    return numbers
  }

  /// Changes records; schema changes are not supported.
  package func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    guard schema.isEmpty else {
      throw StoreFileError(path: path, operation: "write", fault: .foreignModels)
    }
    try write(changes)
    changeCount &+= 1
  }
}
