public import Diagnostics
public import Syntax

/// Runs statements of one kind. The program lists the handlers of its features, so that the session
/// does not depend on features.
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

  /// Previews a statement of the handler's kind; nil if it is of another kind or cannot be
  /// previewed.
  func preview(_ statement: Statement, for session: QuerySession) throws -> StatementOutcome?

  /// The extensions of files that the statements read; new stores cannot have these extensions.
  var readEndings: [String] { get }

  /// The extensions of files that the statements write.
  var writtenEndings: [String] { get }

  /// Notes to show after any statement, one a line.
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
