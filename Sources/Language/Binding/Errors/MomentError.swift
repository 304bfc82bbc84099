import Diagnostics
import Model
import Syntax

/// Invalid moments in the past.
enum MomentError: BindingError {
  case notDate(SourceSpan, found: ValueType)
  case notDuration(SourceSpan, found: ValueType)
  case notConstant(SourceSpan)
  case repeated(SourceSpan)
  case inner(SourceSpan)
  case missing(SourceSpan, query: String)

  var diagnostic: Diagnostic {
    switch self {
    case .notDate(let span, let found):
      Diagnostic(
        "a moment is a Date or the number of a save, not \(found)",
        at: span,
        help: [Self.examples]
      )
    case .notDuration(let span, let found):
      Diagnostic(
        "`ago` follows a duration, not \(found)",
        at: span,
        help: ["durations have a unit: `3 hours ago`"]
      )
    case .notConstant(let span):
      Diagnostic(
        "a moment is the same for all records",
        at: span,
        help: [Self.examples]
      )
    case .repeated(let span):
      Diagnostic(
        "the query that this one reads has an `as of` already",
        at: span,
        help: ["one statement reads one state of the store: keep one of the two"]
      )
    case .inner(let span):
      Diagnostic(
        "`as of` belongs to the whole statement, not to a query in it",
        at: span,
        help: ["write it after the model of the outermost query: all queries then read that state"]
      )
    case .missing(let span, let query):
      Diagnostic(
        "`restore` needs the moment whose records it takes back",
        at: span,
        help: ["for example `restore \(query) as of 3 hours ago`; `history` lists the saves"]
      )
    }
  }

  private static let examples =
    "for example `yesterday`, `3 hours ago`, `2026-11-01T12:00:00Z`, or `save 12` of `history`"
}
