public import Model
public import Storage

/// A store that forwards everything to another one, except what it does itself.
public protocol ForwardingStore: Store {
  /// The store that does the work.
  var store: any Store { get throws }
}

extension ForwardingStore {
  /// The entities of the other store; none where it cannot be had.
  public var schema: Schema { (try? store.schema) ?? Schema() }

  /// The other store as it is now.
  public func snapshot() throws -> any StoreSnapshot { try store.snapshot() }

  /// What is known of the other store.
  public func facts() throws -> StoreFacts { try store.facts() }

  /// What this one does itself, where the other store does it too; else what the other one offers.
  public func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    guard let inner = try store.capability(kind, for: purpose) else { return nil }
    return self as? Capability ?? inner
  }
}

extension ForwardingStore where Self: WritableStore {
  /// Hands out the next numbers.
  public func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try store.writable().reserveKeys(count, of: entity)
  }

  /// Hands out the next positions.
  public func reservePositions(_ count: Int) throws -> Range<Int64> {
    try store.writable().reservePositions(count)
  }
}
