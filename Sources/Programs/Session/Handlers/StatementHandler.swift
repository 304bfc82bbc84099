public import Diagnostics
public import Syntax

/// Runs statements of one kind. A feature brings a handler, which the program puts into its list; the session
/// itself knows no feature.
///
/// ```swift
/// struct TraceHandler: StatementHandler {
///   func run(_ statement: Statement, in source: SourceText, for session: QuerySession) throws
///     -> StatementOutcome?
///   {
///     guard case .trace(let query) = statement.kind else { return nil }
///     return try session.trace(query)
///   }
/// }
/// ```
public protocol StatementHandler: Sendable {
  /// Runs a statement of the handler's kind; nil if it is of another kind.
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome?

  /// What a statement of the handler's kind would change; nil if it is of another kind, or if it cannot be
  /// previewed.
  func preview(_ statement: Statement, for session: QuerySession) throws -> StatementOutcome?

  /// What the names of files end with that the statements read; no store is made under such a name.
  var readEndings: [String] { get }

  /// What the names of files end with that the statements write.
  var writtenEndings: [String] { get }

  /// What a person should know after any statement has run, a line each.
  func notes(after statement: Statement, in session: QuerySession) -> [String]
}

extension StatementHandler {
  /// Nothing can be previewed.
  public func preview(_ statement: Statement, for session: QuerySession) throws
    -> StatementOutcome?
  { nil }

  /// No files are read.
  public var readEndings: [String] { [] }

  /// No files are written.
  public var writtenEndings: [String] { [] }

  /// No notes.
  public func notes(after statement: Statement, in session: QuerySession) -> [String] { [] }
}
