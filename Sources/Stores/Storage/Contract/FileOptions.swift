/// Options for opening a file.
public struct FileOptions: Sendable {
  /// Whether the file is opened for reading only.
  public var isReadOnly = false
  /// How long to wait for a file that another process has locked, in seconds.
  public var busyTimeout = 5.0
  /// Stops a statement that reads the file, even while it finds no records; nil for none.
  public var cancellation: CancellationFlag?
  /// The column cache.
  public var columnCacheBudget = ColumnCacheBudget()
  /// After how many statements that read an entity completely its columns are cached. A single
  /// query would not benefit.
  public var statementsBeforeCaching = 1

  /// Options of specific stores, with the types that declare them. There are few: a dictionary
  /// would take longer to set up than all of them to search.
  private var special: [(key: ObjectIdentifier, value: any Sendable)] = []

  /// Creates the default options.
  public init() {}

  /// An option of a specific kind of store, which declares it.
  public subscript<Option: FileOption>(_ option: Option.Type) -> Option.Value {
    get {
      guard let entry = special.first(where: { $0.key == ObjectIdentifier(option) }) else {
        return Option.defaultValue
      }
      return entry.value as? Option.Value ?? Option.defaultValue
    }
    set {
      special.removeAll { $0.key == ObjectIdentifier(option) }
      special.append((ObjectIdentifier(option), newValue))
    }
  }
}

/// An option for files of one kind of store.
public protocol FileOption {
  /// The type of the option.
  associatedtype Value: Sendable
  /// The default.
  static var defaultValue: Value { get }
}
