import Diagnostics
import Expressions
import Model
import Syntax

/// Invalid patterns of `like` and `matches`.
enum PatternError: BindingError {
  case invalid(SourceSpan, RegexError)
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
