import Context
import Diagnostics
import Rendering
import Syntax

/// `merge`
extension QuerySession {
  func merge(_ statement: MergeStatement) throws -> StatementOutcome {
    let (other, policy) = try source(of: statement)
    let context = settings.evaluationContext()
    let decisions = try decisions(statement, other)
    let summary: MergeSummary
    do {
      summary = try modelContext.merge(
        other.session.modelContext,
        policy,
        context,
        title: title,
        decisions: decisions
      )
    } catch MergeError.outdatedDecisions {
      throw Self.outdatedDecisions(statement, other)
    } catch let error as MergeError {
      guard case .conflicts(let conflicts, let total) = error else { throw error }
      let message = FailureWording.message(conflicts, total: total, in: other.name)
      throw DiagnosticList([
        Diagnostic(message, at: statement.store.span, help: FailureWording.help(error))
      ])
    }
    return StatementOutcome(.message(MergeWording.message(summary, other.name))) {
      MergeWording.notes(summary, other.name) + MergeWording.numbers(summary)
    }
  }

  func previewMerge(_ statement: MergeStatement) throws -> StatementOutcome {
    let (other, policy) = try source(of: statement)
    let context = settings.evaluationContext()
    guard
      let (summary, preview) = try modelContext.previewMerge(
        other.session.modelContext,
        policy,
        context
      )
    else { return .message(MergeWording.nothing(other.name)) }
    if summary.statementCount == 0 { return .message(MergeWording.nothing(other.name)) }
    var report = PreviewReport(
      preview,
      message: MergeWording.message(summary, other.name, isPreview: true)
    ).report
    let blocks = [false, true].map { isBrief in
      ReportBlock.source(
        MergeWording.notes(
          summary,
          other.name,
          limit: .max,
          isDecided: policy != .error,
          isBrief: isBrief
        )
      )
    }
    let isRefused = policy == .error && statement.asking == nil
    if !summary.conflicts.isEmpty {
      report.sections.append(.init("conflicts", [blocks[0]], brief: [blocks[1]]))
    }
    let numbers = MergeWording.numbers(summary, limit: .max)
    if !numbers.isEmpty { report.sections.append(.init("numbers", [.source(numbers)])) }
    if isRefused, !summary.conflicts.isEmpty { report.isRejected = true }
    return .report(report)
  }

  /// The other store, and what to do with conflicts.
  private func source(of statement: MergeStatement) throws -> (OpenStore, MergePolicy) {
    let other = try openStore(statement.store)
    if let target = statement.target, target.text.lowercased() != Keyword.this.rawValue {
      let store = try openStore(target)
      guard store.session === self else {
        throw DiagnosticList([
          Diagnostic(
            "`merge` changes the current store, and `\(store.name)` is another one",
            at: target.span,
            help: ["`use \(quotedIfNeeded(store.name))` makes it the current one"]
          )
        ])
      }
    }
    let policy = statement.policy.flatMap { MergePolicy(rawValue: $0.rawValue) } ?? .error
    return (other, policy)
  }
}
