import Diagnostics
import Model
import Syntax

/// Invalid clauses and misplaced forms.
enum ClauseError: BindingError {
  case misplaced(SourceSpan, what: String, hint: String)
  case badCount(SourceSpan, clause: String, least: Int, most: Int?)
  case tooLargeCount(SourceSpan, clause: String)
  case limitWithoutSort(SourceSpan, example: String)
  case badPercentage(SourceSpan)
  case reversedRange(SourceSpan)
  case orderOfNonString(SourceSpan, found: ValueType)
  case unsortable(SourceSpan, found: ValueType, help: [String])
  case constantKey(SourceSpan, help: [String])
  case tooLarge(SourceSpan)
  case tooManyColumns(SourceSpan, limit: Int)
  case unexpectedClause(SourceSpan, clause: String, of: String, help: [String])
  case clauseOfCount(SourceSpan, clause: String)

  var diagnostic: Diagnostic {
    switch self {
    case .misplaced(let span, let what, let hint):
      Diagnostic("\(what) is not allowed here", at: span, help: [hint]).with(unknown: .word)
    case .badCount(let span, let clause, let least, let most):
      Diagnostic(
        "`\(clause)` takes a whole number "
          + (most.map { "from \(least) to \($0)" } ?? "of at least \(least)"),
        at: span,
        help: clause == "limit" ? ["omit the clause to get all rows"] : []
      )
    case .tooLargeCount(let span, let clause):
      Diagnostic(
        "this number is too large for `\(clause)`",
        at: span,
        help: ["the largest is \(Int64.max)"]
          + (clause == "limit" ? ["omit the clause to get all rows"] : [])
      )
    case .limitWithoutSort(let span, let example):
      Diagnostic(
        "a limit per group needs a `sort` that says which rows come first",
        at: span,
        help: ["for example `\(example)`"]
      )
    case .badPercentage(let span):
      Diagnostic(
        "`sample` takes a percentage from 0 to 100",
        at: span,
        help: ["for example `sample 2%`, or `sample 100` for 100 records"]
      )
    case .reversedRange(let span):
      Diagnostic("the lower bound of the range is above its upper bound", at: span)
    case .orderOfNonString(let span, let found):
      Diagnostic(
        .error,
        "`using` only applies to strings",
        at: .init(span, "this key is \(found)")
      )
    case .unsortable(let span, let found, let help):
      Diagnostic("values of type \(found) cannot be ordered", at: span, help: help)
    case .constantKey(let span, let help):
      Diagnostic("this sort key is the same for all records", at: span, help: help)
    case .tooLarge(let span):
      Diagnostic(
        "the computed attributes make this statement too large",
        at: span,
        help: ["use fewer or simpler computed attributes"]
      )
    case .tooManyColumns(let span, let limit):
      Diagnostic("no more than \(limit) columns can be selected", at: span)
    case .unexpectedClause(let span, let clause, let form, let help):
      Diagnostic("\(form) takes no `\(clause)`", at: span, help: help)
    case .clauseOfCount(let span, let clause):
      Diagnostic(
        "`count` returns a number and takes no `\(clause)`",
        at: span,
        help: ["use `fetch` to see records"]
      )
    }
  }
}
