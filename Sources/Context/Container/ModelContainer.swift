public import Storage

/// A store with what the contexts on it share: SwiftData's `ModelContainer`.
///
/// It may be handed to other tasks; each makes a ``ModelContext`` of its own.
public final class ModelContainer: Sendable {
  /// Where the records are kept.
  public let store: any Store
  let history = ChangeHistory()

  /// Makes a container for a store.
  public init(store: any Store) {
    self.store = store
  }
}
