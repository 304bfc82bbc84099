/// Facts about a store for display, apart from its models and records.
public struct StoreFacts: Hashable, Sendable {
  /// The kind of store: `memory`, `SQLite file`.
  public var kind: String
  /// Facts about the storage, such as the file and its size.
  public var storage: [StoreFact]
  /// Facts about the contents.
  public var contents: [StoreFact]

  /// Creates the facts of a store.
  public init(kind: String, storage: [StoreFact] = [], contents: [StoreFact] = []) {
    self.kind = kind
    self.storage = storage
    self.contents = contents
  }
}

/// One fact about a store.
public struct StoreFact: Hashable, Sendable {
  /// The value of a fact.
  public enum Value: Hashable, Sendable {
    /// A string to display, and an exact form for programs.
    case text(String, exact: String)
    /// A number of bytes.
    case bytes(Int)
  }

  /// The name of the fact, such as `file size`.
  public let label: String
  /// The value.
  public let value: Value

  /// Creates a fact with a string.
  public init(_ label: String, _ text: String, exact: String? = nil) {
    self.label = label
    value = .text(text, exact: exact ?? text)
  }

  /// Creates a fact with a number of bytes.
  public init(_ label: String, bytes: Int) {
    self.label = label
    value = .bytes(bytes)
  }
}
