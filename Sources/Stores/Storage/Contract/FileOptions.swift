/// How a file is opened.
public struct FileOptions: Sendable {
  /// Whether nothing may be written.
  public var isReadOnly = false
  /// For how long a file that another process writes is waited for, in seconds.
  public var busyTimeout = 5.0
  /// Where the model of a Core Data file is, if it is not to be the one that the file has itself.
  public var modelPath: String?
  /// What stops a statement that reads the file, however long it finds nothing; nil for nothing.
  public var cancellation: CancellationFlag?
  /// Tables with fewer pages are read by statements alone; larger ones are read from the pages of the file
  /// where that is sooner.
  public var fewestPages = 64
  /// Where columns are kept for later statements.
  public var columnMemory = ColumnMemory()
  /// In how many statements an entity is read through before its columns are kept: one question alone has
  /// no use of them.
  public var statementsBeforeKeeping = 1

  /// The usual ones.
  public init() {}
}
