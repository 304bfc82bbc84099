/// What a store says about itself to people, besides its models and records.
public struct StoreFacts: Hashable, Sendable {
  /// What keeps the records: `memory`, `SQLite file`.
  public var kind: String
  /// How it keeps them: the file and its size, for example.
  public var storage: [StoreFact]
  /// What else is in it.
  public var contents: [StoreFact]

  /// Says of what kind a store is.
  public init(kind: String, storage: [StoreFact] = [], contents: [StoreFact] = []) {
    self.kind = kind
    self.storage = storage
    self.contents = contents
  }
}

/// One thing that is known of a store.
public struct StoreFact: Hashable, Sendable {
  /// What is known.
  public enum Value: Hashable, Sendable {
    /// A text for people, and the whole of it for programs where that is longer.
    case text(String, exact: String)
    /// A number of bytes.
    case bytes(Int)
  }

  /// What it is: `file size`.
  public let label: String
  /// What is known.
  public let value: Value

  /// A text.
  public init(_ label: String, _ text: String, exact: String? = nil) {
    self.label = label
    value = .text(text, exact: exact ?? text)
  }

  /// A number of bytes.
  public init(_ label: String, bytes: Int) {
    self.label = label
    value = .bytes(bytes)
  }
}
