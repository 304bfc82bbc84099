public import Context
import Diagnostics
import Features
import MemoryStore
import Model
import SQLiteStore
import Session
public import Storage
import Syntax

extension ModelContainer {
  /// Creates a container whose records are in memory.
  public convenience init() {
    self.init(store: InMemoryStore())
  }

  /// Creates a container whose records are in memory, and declares its models.
  ///
  /// ```swift
  /// let container = try ModelContainer(models: "model Note { text: String, done: Bool = false }")
  /// ```
  ///
  /// - Throws: ``QueryError`` if the declarations are invalid.
  public convenience init(models: String) throws {
    self.init()
    try declare(models)
  }

  /// Creates a container for a SQLite file.
  ///
  /// If `path` does not exist, the file is created. A file that Martlet created brings its models
  /// with it. The tables of other SQLite files and the stores of SwiftData and Core Data apps are
  /// read as models.
  ///
  /// ```swift
  /// let container = try ModelContainer(file: path)
  /// try container.declare("model Note { text: String unique, done: Bool = false }")
  /// ```
  ///
  /// - Throws: ``/Storage/StoreFileError`` if the file cannot be opened.
  public convenience init(file path: String, options: FileOptions = FileOptions()) throws {
    self.init(
      store: try FileStore(path: path, options: options, declarations: SchemaDeclarations())
    )
  }

  /// Creates a container for a SQLite file or in memory, and declares its models.
  ///
  /// One switch decides where the records of an app and of its tests are:
  ///
  /// ```swift
  /// let models = "model Note { text: String unique, done: Bool = false }"
  /// let container = try ModelContainer(models: models, file: path, isStoredInMemoryOnly: isTest)
  /// ```
  ///
  /// - Throws: ``QueryError`` if the declarations are invalid or do not fit the file's records, and
  ///   ``/Storage/StoreFileError`` if the file cannot be opened.
  public convenience init(
    models: String,
    file path: String,
    isStoredInMemoryOnly: Bool = false,
    options: FileOptions = FileOptions()
  ) throws {
    if isStoredInMemoryOnly {
      self.init()
    } else {
      try self.init(file: path, options: options)
    }
    try declare(models)
  }

  /// Declares models, enums, structs and saved queries, or migrates the store.
  ///
  /// The text may have any number of `model`, `enum`, `struct`, `extend`, `relate`, `query`,
  /// `version` and `migrate` statements.
  ///
  /// ```swift
  /// try container.declare(
  ///   """
  ///   enum Priority { low, high }
  ///   model Task { title: String, priority: Priority = .low }
  ///   """
  /// )
  /// ```
  ///
  /// - Returns: The message of each statement, as the shell prints it.
  /// - Throws: ``QueryError`` at the first statement that fails. Earlier declarations stay in
  ///   effect.
  @discardableResult
  public func declare(_ text: String) throws -> [String] {
    let source = SourceText(name: "", text: text)
    let session = QuerySession(container: self)
    var parser = ScriptParser(source)
    var messages: [String] = []
    while let item = parser.next() {
      switch item {
      case .statement(let statement) where statement.kind.isDeclaration:
        let answer = try explaining(in: source) { try session.run(statement, in: source).answer }
        if case .message(let message) = answer { messages.append(message) }
      case .statement(let statement): throw QueryError.noDeclaration(statement.span, source)
      case .command(let command): throw QueryError.noDeclaration(command.span, source)
      case .failure(let diagnostics, _): throw QueryError(diagnostics, in: source)
      }
    }
    return messages
  }
}

extension QueryError {
  fileprivate static func noDeclaration(_ span: SourceSpan, _ source: SourceText) -> QueryError {
    QueryError([Diagnostic("this is not a declaration", at: span)], in: source)
  }
}

extension Statement.Kind {
  fileprivate var isDeclaration: Bool {
    switch self {
    case .model, .enumeration, .structure, .extend, .relate, .saveQuery, .version, .migrate: true
    default: false
    }
  }
}
