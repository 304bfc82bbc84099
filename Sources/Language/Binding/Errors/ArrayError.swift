import Diagnostics
import Model
import Syntax

/// A list or an array where it makes no sense.
enum ArrayError: BindingError {
  /// A list of values that no array holds.
  case badElement(SourceSpan, ValueType)
  /// Elements of an array are never nil where they are written.
  case nilElement(SourceSpan)
  /// `contains[c]` of an array.
  case options(SourceSpan)
  /// An array behind a to-many path is reduced by an aggregate.
  case behindPath(NameSyntax, SourceSpan)

  var diagnostic: Diagnostic {
    switch self {
    case .badElement(let span, let type):
      Diagnostic(
        .error,
        "a list holds numbers, texts, dates and other single values",
        at: .init(span, Wording.this(type))
      )
    case .nilElement(let span):
      Diagnostic("an element of an array is never nil", at: span, help: ["leave it out"])
    case .options(let span):
      Diagnostic(
        "an array contains a value or does not; there is nothing to ignore",
        at: span,
        help: ["to test each text, write `any(… where self contains[c] \"…\")`"]
      )
    case .behindPath(let name, let span):
      Diagnostic(
        "`\(name.text)` cannot reduce the arrays of many records at once",
        at: span,
        help: ["test them with `any`, `all` or `none`, or reduce each one where it stands"]
      )
    }
  }
}
