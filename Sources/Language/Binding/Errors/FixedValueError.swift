import Diagnostics
import Model
import Syntax

/// Something that no statement can change.
enum FixedValueError: BindingError {
  /// The records of a view, or of a table that cannot name a row.
  case records(SourceSpan, entity: String)
  /// The value is one that the file itself computes, or takes from a relationship.
  case attribute(NameSyntax)
  /// The value is what identifies the record.
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
