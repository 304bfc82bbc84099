/// How a file is opened.
public struct FileOptions: Sendable {
  /// Whether nothing may be written.
  public var isReadOnly = false
  /// For how long a file that another process writes is waited for, in seconds.
  public var busyTimeout = 5.0
  /// What stops a statement that reads the file, however long it finds nothing; nil for nothing.
  public var cancellation: CancellationFlag?
  /// Where columns are kept for later statements.
  public var columnMemory = ColumnMemory()
  /// In how many statements an entity is read through before its columns are kept: one question alone has
  /// no use of them.
  public var statementsBeforeKeeping = 1

  /// Those that only one kind of store knows, by the type that names each.
  private var special: [ObjectIdentifier: any Sendable] = [:]

  /// The usual ones.
  public init() {}

  /// An option that only one kind of store knows, which declares it.
  public subscript<Option: FileOption>(_ option: Option.Type) -> Option.Value {
    get {
      guard let value = special[ObjectIdentifier(option)] else { return Option.usual }
      return value as? Option.Value ?? Option.usual
    }
    set { special[ObjectIdentifier(option)] = newValue }
  }
}

/// An option for files of one kind of store.
public protocol FileOption {
  /// What it can be set to.
  associatedtype Value: Sendable
  /// What it is where nobody sets it.
  static var usual: Value { get }
}
