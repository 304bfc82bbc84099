import Binding
import Context
import Diagnostics
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

  /// What a statement would do.
  func preview(_ statement: Statement) throws -> StatementOutcome {
    if case .generate(let generate) = statement.kind { return try previewGenerate(generate) }
    if case .migrate(let migrate) = statement.kind { return try preview(migrate) }
    let request = try changeRequest(statement)
    let preview = try modelContext.preview(request, settings.evaluationContext())
    let message = ChangeWording.message(preview.summary, of: request)
    return .report(PreviewReport(preview, message: message).report)
  }

  /// The change that a statement wants; refuses statements that change no records.
  private func changeRequest(_ statement: Statement) throws -> ChangeRequest {
    switch statement.kind {
    case .insert(let insert): return .insert(try binder.bindInsert(insert))
    case .update(let update): return .update(try binder.bindUpdate(update))
    case .upsert(let upsert): return .upsert(try binder.bindUpsert(upsert))
    case .delete(let delete): return .delete(try binder.bindDelete(delete))
    default:
      throw DiagnosticList([
        Diagnostic(
          "there is nothing to preview",
          at: statement.span,
          help: [
            "`preview` stands before `insert`, `update`, `upsert`, `delete`, `generate` and `migrate`"
          ]
        )
      ])
    }
  }

  /// Models can't change under changes that wait to be saved.
  func requireNothingPending(at span: SourceSpan) throws {
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
