import Model
import NativeStores
import SQLGeneration
public import Storage

/// A native store within a transaction, whose changes become visible to others when it ends.
///
/// It is only used by the thread that began the transaction.
final class ServerLoad: WritableStore, @unchecked Sendable {
  private let store: PostgreSQLStore
  private let model: ServerModel
  private let transaction: ServerTransaction
  /// The next numbers of entities with reserved ones.
  private var nextNumbers: [String: Int64] = [:]
  private var nextPosition: Int64?
  private var version: StoreVersion

  init(
    _ store: PostgreSQLStore,
    _ model: ServerModel,
    _ version: StoreVersion,
    _ transaction: ServerTransaction
  ) {
    (self.store, self.model, self.version) = (store, model, version)
    self.transaction = transaction
  }

  var schema: Schema { model.schema }

  func facts() throws -> StoreFacts { try store.facts() }

  /// Changes are recorded in the history. Other capabilities are not available within the
  /// transaction.
  func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if let load = self as? Capability { return load }
    guard kind == (any HistoryStore).self else { return nil }
    return try store.capability(kind, for: purpose)
  }

  func snapshot() -> any StoreSnapshot { store.snapshot(of: model, version, within: transaction) }

  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    let table = try model.table(entity).mapping
    let next = try nextNumbers[entity] ?? NumberCounter.entity(entity).next(table, transaction)
    let numbers = try Range(next: count, from: next, of: entity)
    nextNumbers[entity] = numbers.upperBound
    return numbers
  }

  func reservePositions(_ count: Int) throws -> Range<Int64> {
    let next = try nextPosition ?? NumberCounter.positions.next(transaction)
    let positions = try Range(next: count, from: next, of: "")
    nextPosition = positions.upperBound
    return positions
  }

  /// Changes records; schema changes are not supported.
  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    guard schema.isEmpty else {
      throw StoreFileError(path: store.path, operation: "write", fault: .foreignModels)
    }
    try changes.write(into: model, transaction)
    version = StoreVersion(version.number + 1)
  }
}

extension PostgreSQLStore: BulkLoadingStore {
  /// Changes the schema, then applies the changes of `body`, in one transaction.
  public func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws {
    guard let namespace else { throw StoreError.readOnly }
    let model = try changeNative(namespace) { transaction, old, version in
      guard !schema.isEmpty else {
        try body(ServerLoad(self, old, version, transaction))
        return old
      }
      try schema.checkBasis(old.schema)
      let new = try changeModels(
        old,
        by: schema,
        version,
        check: { _ in },
        namespace,
        transaction
      )
      try body(ServerLoad(self, new, version, transaction))
      return new
    }
    note(model)
  }
}
