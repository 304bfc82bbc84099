import Diagnostics
import Syntax

/// An invalid identity of a record.
struct IdentityError: BindingError {
  let span: SourceSpan
  let entity: String
  /// The members of the identity; empty if it is a number.
  let parts: [String]

  var diagnostic: Diagnostic {
    let name = quotedIfNeeded(entity)
    if parts.isEmpty {
      return Diagnostic(
        "a record of \(entity) is identified by a number",
        at: span,
        help: ["`\(name)#3`"]
      )
    }
    return Diagnostic(
      "a record of \(entity) is identified by \(Wording.list(parts))",
      at: span,
      help: ["`\(name)#(\(parts.map { _ in "…" }.joined(separator: ", ")))`"]
    )
  }
}
