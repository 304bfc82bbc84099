public import Storage

/// Makes and opens stores; who wires a program together says how.
public struct StoreOpening: Sendable {
  /// Makes an empty store in memory.
  public let makeMemoryStore: @Sendable () -> any Store
  /// Opens the file at a path, or makes it. Throws ``Storage/StoreFileError``.
  public let openFile: @Sendable (_ path: String, FileOptions) throws -> OpenedFile
  /// Whether no file is at a path, or an empty one, and a store can be made there when something is written. Throws
  /// ``Storage/StoreFileError`` where none can.
  public let isNewFile: @Sendable (_ path: String) throws -> Bool
  /// What is to be said of such a file.
  public let factsOfNewFile: @Sendable (_ path: String) -> StoreFacts

  /// Says how.
  public init(
    makeMemoryStore: @escaping @Sendable () -> any Store,
    openFile: @escaping @Sendable (_ path: String, FileOptions) throws -> OpenedFile,
    isNewFile: @escaping @Sendable (_ path: String) throws -> Bool = { _ in false },
    factsOfNewFile: @escaping @Sendable (_ path: String) -> StoreFacts = { _ in
      StoreFacts(kind: "file")
    }
  ) {
    self.makeMemoryStore = makeMemoryStore
    self.openFile = openFile
    self.isNewFile = isNewFile
    self.factsOfNewFile = factsOfNewFile
  }
}

/// A store in a file.
public struct OpenedFile: Sendable {
  /// The store.
  public let store: any Store
  /// What the file has that could not be made a model of.
  public let notes: [String]
  /// Whether nothing can be written to it.
  public let isReadOnly: Bool
  /// Sets how long to wait for a locked store, in seconds.
  public let setBusyTimeout: @Sendable (Double) -> Void

  /// Describes a store.
  public init(
    store: any Store,
    isReadOnly: Bool,
    notes: [String] = [],
    setBusyTimeout: @escaping @Sendable (Double) -> Void
  ) {
    self.store = store
    self.isReadOnly = isReadOnly
    self.notes = notes
    self.setBusyTimeout = setBusyTimeout
  }
}
