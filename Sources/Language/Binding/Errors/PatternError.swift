import Diagnostics
import Expressions
import Model
import Syntax

/// Something wrong with the pattern on the right of `like` or `matches`.
enum PatternError: BindingError {
  /// It is no regular expression.
  case invalid(SourceSpan, RegexError)
  /// `like "Va%"`, as SQL has it.
  case foreignWildcard(SourceSpan, pattern: String)

  var diagnostic: Diagnostic {
    switch self {
    case .invalid(let span, let error):
      Diagnostic(error.message, at: span, help: error.help)
    case .foreignWildcard(let span, let pattern):
      Diagnostic(
        "`%` is not a wildcard in `like`",
        at: span,
        help: [
          "`*` matches any text and `?` one character: "
            + "`like \"\(pattern.replacing("%", with: "*"))\"`"
        ]
      )
    }
  }
}
