import Model
import Storage

/// Makes another store read-only, for `--read-only` with models in memory.
final class ReadOnlyStore: WritableStore {
  private let store: any Store

  init(_ store: any Store) {
    self.store = store
  }

  var schema: Schema { store.schema }

  func snapshot() throws -> any StoreSnapshot { try store.snapshot() }
  func facts() throws -> StoreFacts { try store.facts() }

  /// The reading capabilities of the other store.
  func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if let own = self as? Capability { return own }
    if kind == (any BulkLoadingStore).self { return nil }
    if purpose == .reading { return try store.capability(kind, for: .reading) }
    if kind == (any MigratingStore).self { throw StoreError.readOnly }
    return nil
  }

  // MARK: Changes

  /// Numbers for `preview insert`; unused ones are skipped.
  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try store.writable().reserveKeys(count, of: entity)
  }

  func reservePositions(_ count: Int) throws -> Range<Int64> {
    try store.writable().reservePositions(count)
  }

  func checkWritable() throws { throw StoreError.readOnly }

  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    throw StoreError.readOnly
  }
}
