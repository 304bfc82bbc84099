import Diagnostics
import Syntax

/// An identity that is written otherwise than those of its model are.
struct IdentityError: BindingError {
  let span: SourceSpan
  let entity: String
  /// The members that make the identity; none where it is a number.
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
