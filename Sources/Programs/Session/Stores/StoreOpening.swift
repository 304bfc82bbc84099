public import Storage

/// Creates and opens stores, as configured by the program.
public struct StoreOpening: Sendable {
  /// Creates an empty store in memory.
  public let makeMemoryStore: @Sendable () -> any Store
  /// Opens or creates the file at a path. Throws ``Storage/StoreFileError``.
  public let openFile: @Sendable (_ path: String, FileOptions) throws -> OpenedFile
  /// Whether the file at a path is missing or empty, and a store can be created there. Throws
  /// ``Storage/StoreFileError`` if not.
  public let isNewFile: @Sendable (_ path: String) throws -> Bool
  /// The properties of such a store.
  public let factsOfNewFile: @Sendable (_ path: String) -> StoreFacts

  /// The address or path to show: without a password.
  public let withoutPassword: @Sendable (_ path: String) -> String

  /// Creates the configuration.
  public init(
    makeMemoryStore: @escaping @Sendable () -> any Store,
    openFile: @escaping @Sendable (_ path: String, FileOptions) throws -> OpenedFile,
    isNewFile: @escaping @Sendable (_ path: String) throws -> Bool = { _ in false },
    factsOfNewFile: @escaping @Sendable (_ path: String) -> StoreFacts = { _ in
      StoreFacts(kind: "file")
    },
    withoutPassword: @escaping @Sendable (_ path: String) -> String = { $0 }
  ) {
    self.withoutPassword = withoutPassword
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
  /// Notes about parts of the file that have no model.
  public let notes: [String]
  /// Whether it is read-only.
  public let isReadOnly: Bool
  /// The database and its server, for the prompt; nil for files.
  public let place: String?
  /// Sets how long to wait for a locked store, in seconds.
  public let setBusyTimeout: @Sendable (Double) -> Void

  /// Creates a description.
  public init(
    store: any Store,
    isReadOnly: Bool,
    notes: [String] = [],
    place: String? = nil,
    setBusyTimeout: @escaping @Sendable (Double) -> Void
  ) {
    self.store = store
    self.isReadOnly = isReadOnly
    self.notes = notes
    self.place = place
    self.setBusyTimeout = setBusyTimeout
  }
}
