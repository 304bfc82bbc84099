import Context
import Diagnostics
import Model
import Rendering
import Session
import Syntax

/// Reports problems of a `copy`.
struct CopyFailure {
  let statement: CopyStatement
  /// The name of the target store.
  let store: String

  /// The error to report instead of `error`.
  func placed(_ error: any Error) -> any Error {
    switch error {
    case let failure as SchemaText.Failure: DiagnosticList(failure.problems.map(finding))
    case let refusal as CopyRefusal: DiagnosticList([finding(refusal)])
    case let problem as CopyProblem:
      DiagnosticList([Diagnostic(problem.description, at: statement.store.span)])
    default: error
    }
  }

  private func finding(_ problem: SchemaText.Problem) -> Diagnostic {
    let named = statement.models.first { $0.text.lowercased() == problem.differing?.lowercased() }
    return Diagnostic(
      problem.message,
      at: (named ?? statement.store).span,
      help: problem.differing == nil
        ? [] : ["models in both stores must be the same", Self.otherStore]
    )
  }

  private func finding(_ refusal: CopyRefusal) -> Diagnostic {
    switch refusal {
    case .pendingChanges:
      Diagnostic(
        "cannot copy into a store with unsaved changes",
        at: statement.store.span,
        help: ["`save` or `rollback` first; `changes` lists them"]
      )
    case .existingRecords(let first, let total):
      Diagnostic(
        "`\(store)` has " + first.map(\.description).joined(separator: ", ")
          + (total > first.count ? " and \(groupedDigits(total - first.count)) more" : "")
          + " already",
        at: statement.store.span,
        help: ["records keep their identities when they are copied", Self.otherStore]
      )
    }
  }

  private static let otherStore = "`.open file as name` creates an empty store"
}
