import Context
import Diagnostics
import Storage
import Syntax

/// Runs `expect`.
struct ExpectHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    guard case .expect(let expectation) = statement.kind else { return nil }
    let failure: Diagnostic?
    do {
      failure = try session.failure(of: expectation, in: source)
    } catch let problem as NoSingleValue {
      failure = problem.diagnostic
    }
    let words = source.text(in: expectation.span).split(whereSeparator: \.isWhitespace)
    return .expectation(
      ExpectationResult(text: words.joined(separator: " "), failure: failure)
    )
  }
}

extension QuerySession {
  /// How the state differs from what is expected; nil if it does not.
  fileprivate func failure(
    of expectation: ExpectStatement,
    in source: SourceText
  ) throws -> Diagnostic? {
    let span = expectation.span
    switch expectation.condition {
    case .holds(let expression):
      return try ExpectedCondition(session: self, span: span).failure(of: expression)
    case .isEmpty(let query, let isNegated):
      return try ExpectedResult(session: self, span: span).failure(of: query, isEmpty: !isNegated)
    case .rows(let query, let expected, let isNegated):
      return try ExpectedResult(session: self, span: span)
        .failure(of: query, expected, isNegated: isNegated)
    case .fails(let message, let statement):
      return try failure(of: statement, message, in: source, span)
    }
  }

  /// How the error of a statement differs from the expected one.
  private func failure(
    of statement: Statement,
    _ message: String?,
    in source: SourceText,
    _ span: SourceSpan
  ) throws -> Diagnostic? {
    let error: SessionError
    do {
      _ = try dispatch(statement, source)
      return Diagnostic(
        "the statement succeeded",
        at: span,
        help: try undoLastStatement() ? ["its changes were undone"] : []
      )
    } catch StoreError.outdated {
      throw StoreError.outdated
    } catch let thrown {
      error = failure(thrown, of: statement, in: source)
    }
    if case .cancelled = error { throw error }
    let lines = error.lines
    guard let message, !lines.contains(where: { $0.lowercased().contains(message.lowercased()) })
    else { return nil }
    let found = lines.prefix(5).enumerated().map { place, line in
      (place == 0 ? "  found    " : "           ") + line
    }
    return Diagnostic(
      "the statement failed with another error",
      at: span,
      further: ["  expected \(stringLiteral(message))"] + found
    )
  }

  /// Undoes the changes of the running statement; returns whether there were any.
  private func undoLastStatement() throws -> Bool {
    guard canUndoLastStatement else { return false }
    _ = try modelContext.undo(settings.evaluationContext())
    return true
  }
}

extension SessionError {
  /// The messages and the help.
  fileprivate var lines: [String] {
    switch self {
    case .failed(let findings): findings.flatMap { [$0.message] + $0.further + $0.help }
    case .unreadable(let findings): findings.lines
    case .cancelled: []
    }
  }
}
