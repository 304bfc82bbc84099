import Binding
import Context
package import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Statements that change records.
extension QuerySession {
  /// Makes all changes of a statement, or none.
  func perform(_ request: ChangeRequest) throws -> StatementOutcome {
    let summary = try modelContext.perform(request, settings.evaluationContext(), title: title)
    return .message(ChangeWording.message(summary, of: request))
  }

  /// Whether `undo` would revert the last statement.
  package var canUndoLastStatement: Bool { modelContext.undoableTitle == title }

  /// Previews a change.
  func preview(_ request: ChangeRequest) throws -> StatementOutcome {
    let preview = try modelContext.preview(request, settings.evaluationContext())
    let message = ChangeWording.message(preview.summary, of: request, isPreview: true)
    return .report(PreviewReport(preview, message: message).report)
  }

  /// Throws if there are pending changes, since models cannot change under them.
  package func requireNothingPending(at span: SourceSpan) throws {
    guard modelContext.hasChanges else {
      guard modelContext.isInTransaction else { return }
      throw DiagnosticList([
        Diagnostic(
          "models cannot be changed after `begin`, because `rollback` could not revert that",
          at: span,
          help: ["`save` or `rollback` first; change models before `begin`"]
        )
      ])
    }
    throw DiagnosticList([
      Diagnostic(
        "models cannot be changed while changes are pending",
        at: span,
        help: ["`save` or `rollback` first; `changes` lists them"]
      )
    ])
  }
}
