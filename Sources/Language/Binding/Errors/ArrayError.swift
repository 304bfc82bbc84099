import Diagnostics
import Model
import Syntax

/// Invalid lists and arrays.
enum ArrayError: BindingError {
  case badElement(SourceSpan, ValueType)
  case nilElement(SourceSpan)
  case options(SourceSpan)
  case afterPath(NameSyntax, SourceSpan)
  case sorted(SourceSpan, function: String)

  var diagnostic: Diagnostic {
    switch self {
    case .badElement(let span, let type):
      Diagnostic(
        .error,
        "a list can only hold numbers, strings, dates and other single values",
        at: .init(span, Wording.this(type))
      )
    case .nilElement(let span):
      Diagnostic("array elements cannot be nil", at: span, help: ["leave it out"])
    case .options(let span):
      Diagnostic(
        "`contains` takes no options for an array",
        at: span,
        help: ["to test each string, write `any(… where self contains[c] \"…\")`"]
      )
    case .sorted(let span, let function):
      Diagnostic(
        "`\(function)` takes no `sort` for an array, whose order is kept",
        at: span,
        help: ["remove the `sort`"]
      )
    case .afterPath(let name, let span):
      Diagnostic(
        "`\(name.text)` cannot aggregate the arrays of several records at once",
        at: span,
        help: ["test them with `any`, `all` or `none`, or aggregate each array separately"]
      )
    }
  }
}
