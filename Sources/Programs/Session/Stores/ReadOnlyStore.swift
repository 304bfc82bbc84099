package import Binding
package import Model
package import Storage
import Synchronization

/// Makes another store read-only, for `--read-only` with models in memory and for `--models`.
package final class ReadOnlyStore: WritableStore {
  private let store: any Store
  private let additions: ModelAdditions?
  /// The last schema of the other store, and the schema with the additions.
  private let extended = Mutex<(base: Schema, result: Schema)?>(nil)

  init(_ store: any Store) {
    self.store = store
    additions = nil
  }

  /// A read-only store whose models also have computed attributes and rules of an app.
  package init(_ store: any Store, adding additions: ModelAdditions) {
    self.store = store
    self.additions = additions
  }

  /// The models of the other store, with the additions.
  package var schema: Schema {
    let base = store.schema
    guard let additions else { return base }
    return extended.withLock { known in
      if let known, known.base == base { return known.result }
      let result = additions.added(to: base).schema
      known = (base, result)
      return result
    }
  }

  package func snapshot() throws -> any StoreSnapshot { try store.snapshot() }
  package func facts() throws -> StoreFacts { try store.facts() }

  /// The reading capabilities of the other store.
  package func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if let own = self as? Capability { return own }
    if kind == (any BulkLoadingStore).self { return nil }
    if purpose == .reading { return try store.capability(kind, for: .reading) }
    let refused: [Any.Type] = [(any MigratingStore).self, (any DistributingStore).self]
    if refused.contains(where: { $0 == kind }) { throw StoreError.readOnly }
    return nil
  }

  // MARK: Changes

  /// Numbers for `preview insert`; unused ones are skipped.
  package func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try store.writable().reserveKeys(count, of: entity)
  }

  package func reservePositions(_ count: Int) throws -> Range<Int64> {
    try store.writable().reservePositions(count)
  }

  package func checkWritable() throws { throw StoreError.readOnly }

  package func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    throw StoreError.readOnly
  }
}
