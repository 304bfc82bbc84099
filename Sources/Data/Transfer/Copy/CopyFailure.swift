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

/// Messages about a `copy`.
enum CopyWording {
  /// `model Budget, model Expense; 73 copied: 12 Budget, 61 Expense`
  ///
  /// - Parameter new: The models and types that the store did not have.
  static func summary(_ kinds: [ChangeSummary.ModelCount], new: [String]) -> String {
    let total = kinds.reduce(0) { $0 + $1.count }
    let list = ChangeWording.list(kinds)
    let copied = "\(groupedDigits(total)) copied" + (list.isEmpty ? "" : ": \(list)")
    return new.isEmpty ? copied : "new: \(new.joined(separator: ", ")); \(copied)"
  }

  /// The views that cannot be read, whose copies are empty; empty if there are none.
  static func lines(unreadable views: [(entity: String, error: any Error)]) -> [String] {
    views.map { view in
      var reason = "\(view.error)"
      if case .failed(let found) = SessionError(view.error, in: nil), let first = found.first {
        reason = first.message
      }
      return "not copied: \(view.entity), which cannot be read: \(reason)"
    }
  }

  /// The records with new identities; empty if there are none.
  static func lines(renumbered counts: [ChangeSummary.ModelCount]) -> [String] {
    if counts.isEmpty { return [] }
    return ["renumbered from 1, since their keys are not numbers: \(ChangeWording.list(counts))"]
  }

  /// The attributes that change when copied; empty if there are none.
  static func lines(changed entities: [Entity]) -> [String] {
    func names(_ recognizes: (Attribute) -> Bool) -> String {
      entities.flatMap { entity in
        entity.ownProperties.compactMap { property in
          guard case .attribute(let attribute) = property, recognizes(attribute) else { return nil }
          return "\(entity.name).\(attribute.name)"
        }
      }.joined(separator: ", ")
    }
    let opaque = names { $0.source?.transformer != nil && $0.type == .string }
    let derived = names(\.isReadOnly)
    return (opaque.isEmpty ? [] : ["copied only as text: \(opaque)"])
      + (derived.isEmpty ? [] : ["copied as plain values, no longer computed: \(derived)"])
  }

  /// The links that were left out, and how to copy them; empty if there are none.
  static func lines(
    leftOut links: [OmittedLinks],
    copying models: [String],
    from store: String
  ) -> [String] {
    if links.isEmpty { return [] }
    var wanted = models
    for link in links where !wanted.contains(link.destination) { wanted.append(link.destination) }
    let list = wanted.map(quotedIfNeeded).joined(separator: ", ")
    return links.map { link in
      "left out: \(counted(link.count, "link")) of \(link.model).\(link.relationship) to \(link.destination)"
    } + ["`copy \(list) from \(quotedIfNeeded(store))` also copies the records they reference"]
  }
}
