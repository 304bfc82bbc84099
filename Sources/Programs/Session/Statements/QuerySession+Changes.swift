import Binding
import Context
package import Diagnostics
import Expressions
import Model
import Rendering
import Storage
import Syntax

/// Statements that change records.
extension QuerySession {
  /// Makes all changes of a statement, or none.
  func perform(_ request: ChangeRequest) throws -> StatementOutcome {
    let summary = try modelContext.perform(request, settings.evaluationContext(), title: title)
    return .message(ChangeWording.message(summary, of: request))
  }

  /// Makes all changes of a `do`, or none.
  func perform(_ requests: [ChangeRequest]) throws -> StatementOutcome {
    let summaries = try modelContext.perform(
      requests,
      settings.evaluationContext(),
      title: title
    )
    let lines = zip(summaries, requests).map { ChangeWording.message($0, of: $1) }
    return .message(lines.joined(separator: "\n"))
  }

  /// Previews the changes of a `do`, each after those before it.
  func preview(_ requests: [ChangeRequest]) throws -> StatementOutcome {
    let context = settings.evaluationContext()
    let reports = try modelContext.discardingChanges {
      var reports: [Report] = []
      for request in requests {
        let preview = try modelContext.preview(request, context)
        let message = ChangeWording.message(preview.summary, of: request, isPreview: true)
        reports.append(PreviewReport(preview, message: message).report)
        if reports[reports.count - 1].isRejected { break }
        if requests.count > 1 { _ = try modelContext.perform(request, context) }
      }
      return reports
    }
    var report = Report(reports.flatMap(\.sections))
    report.isRejected = reports.last?.isRejected ?? false
    return .report(report)
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
