import Diagnostics
import Model
import Syntax

/// Changes to read-only values.
enum FixedValueError: BindingError {
  case records(SourceSpan, entity: String)
  case attribute(NameSyntax)
  case identity(NameSyntax)

  var diagnostic: Diagnostic {
    switch self {
    case .records(let span, let entity):
      Diagnostic("records of \(entity) are read-only", at: span)
    case .attribute(let name):
      Diagnostic("`\(name.text)` is read-only", at: name.span)
    case .identity(let name):
      Diagnostic(
        "`\(name.text)` identifies the record and cannot be changed",
        at: name.span,
        help: ["insert a new record and delete this one"]
      )
    }
  }
}
