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
  /// A container for records in memory.
  public convenience init() {
    self.init(store: InMemoryStore())
  }

  /// A container for records in memory, with models: `ModelContainer(models: "model Budget { … }")`.
  public convenience init(models: String) throws {
    self.init()
    try declare(models)
  }

  /// A container for the records of the SQLite file at `path`, which is made if it is not there: one of
  /// Martlet's own with the models that it keeps, or any other, whose tables are seen as models.
  ///
  /// Throws a `StoreFileError` where the file cannot be opened.
  public convenience init(file path: String, options: FileOptions = FileOptions()) throws {
    self.init(
      store: try FileStore(path: path, options: options, declarations: SchemaDeclarations())
    )
  }

  /// Declares models, enums, structs, saved queries and versions as the language writes them, and migrates the
  /// store by `migrate`; of each what was said about it.
  ///
  /// What was declared before the first one that fails stays declared.
  @discardableResult
  public func declare(_ text: String) throws -> [String] {
    let source = SourceText(name: "", text: text)
    let session = QuerySession(container: self)
    var parser = ScriptParser(source)
    var messages: [String] = []
    while let item = parser.next() {
      if let message = try declare(item, session, source) { messages.append(message) }
    }
    return messages
  }

  private func declare(
    _ item: ScriptItem,
    _ session: QuerySession,
    _ source: SourceText
  ) throws -> String? {
    switch item {
    case .statement(let statement):
      guard statement.kind.isDeclaration else {
        throw QueryError(
          [Diagnostic("this declares nothing", at: statement.span)],
          in: source
        )
      }
      return try declare(statement, session, source)
    case .command(let command):
      throw QueryError([Diagnostic("this declares nothing", at: command.span)], in: source)
    case .failure(let diagnostics, _):
      throw QueryError(diagnostics, in: source)
    }
  }

  private func declare(
    _ statement: Statement,
    _ session: QuerySession,
    _ source: SourceText
  ) throws -> String? {
    do {
      guard case .message(let text) = try session.run(statement, in: source).answer
      else { return nil }
      return text
    } catch SessionError.failed(let diagnostics) {
      throw QueryError(diagnostics, in: source)
    }
  }
}

extension Statement.Kind {
  /// Whether the statement declares something.
  fileprivate var isDeclaration: Bool {
    switch self {
    case .model, .enumeration, .structure, .extend, .relate, .saveQuery, .version, .migrate: true
    default: false
    }
  }
}
