import Diagnostics
import Syntax

/// Finds the handler of a statement.
extension QuerySession {
  /// The handlers of every session.
  private static let ownHandlers: [any StatementHandler] = [
    QueryHandler(), ChangeHandler(), DeclarationHandler(), ContextHandler(), WatchHandler(),
    ExpectHandler(), PastHandler(),
  ]

  /// Features come first, since they handle queries with charts.
  private var allHandlers: [any StatementHandler] { handlers + Self.ownHandlers }

  func dispatch(_ statement: Statement, _ source: SourceText) throws -> StatementOutcome {
    if case .preview(let inner) = statement.kind { return try preview(inner) }
    for handler in allHandlers {
      if let outcome = try handler.run(statement, in: source, for: self) { return outcome }
    }
    throw DiagnosticList([
      Diagnostic("this program does not support this statement", at: statement.span)
    ])
  }

  /// Previews a statement.
  private func preview(_ statement: Statement) throws -> StatementOutcome {
    for handler in allHandlers {
      if let outcome = try handler.preview(statement, for: self) { return outcome }
    }
    throw DiagnosticList([
      Diagnostic(
        "this statement cannot be previewed",
        at: statement.span,
        help: [
          "`preview` works with `insert`, `update`, `upsert`, `delete`, `restore`, `merge`, `apply`, `do`, `generate` and `migrate`"
        ]
      )
    ])
  }

  /// The outcome with notes that are known once it has been read.
  func adding(notesTo outcome: StatementOutcome, of statement: Statement) -> StatementOutcome {
    StatementOutcome(outcome.answer) { [self] in
      outcome.notes() + takeChangedModelsNote() + takePastNotes() + invalidValueNotes()
        + handlers.flatMap { $0.notes(after: statement, in: self) }
    }
  }
}
