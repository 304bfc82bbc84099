import Binding
import Context
package import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Statements that change records.
extension QuerySession {
  /// Makes all changes that a statement wants, or none.
  func perform(_ request: ChangeRequest) throws -> StatementOutcome {
    let summary = try modelContext.perform(request, settings.evaluationContext(), title: title)
    return .message(ChangeWording.message(summary, of: request))
  }

  /// What a change would do.
  func preview(_ request: ChangeRequest) throws -> StatementOutcome {
    let preview = try modelContext.preview(request, settings.evaluationContext())
    let message = ChangeWording.message(preview.summary, of: request)
    return .report(PreviewReport(preview, message: message).report)
  }

  /// Models can't change under changes that wait to be saved.
  package func requireNothingPending(at span: SourceSpan) throws {
    guard modelContext.hasChanges else {
      guard modelContext.isInTransaction else { return }
      throw DiagnosticList([
        Diagnostic(
          "models cannot be changed behind `begin`, as no `rollback` would take that back",
          at: span,
          help: ["`save` or `rollback` first; models are changed before `begin`"]
        )
      ])
    }
    throw DiagnosticList([
      Diagnostic(
        "models cannot be changed while changes wait to be saved",
        at: span,
        help: ["`save` or `rollback` first; `changes` lists them"]
      )
    ])
  }
}
