import Diagnostics
import Syntax

/// Invalid quantifiers.
enum QuantifierError: BindingError {
  case noToMany(QuantifierUse, path: SourceSpan, example: String?)
  case nothingAsked(QuantifierUse, path: SourceSpan, inParentheses: Bool)
  case severalInOne(QuantifierUse, first: QuantifierUse)
  case notRecords(SourceSpan, QuantifierUse)
  case distinct(SourceSpan, QuantifierUse)

  var diagnostic: Diagnostic {
    switch self {
    case .noToMany(let use, let span, let example):
      Diagnostic(
        "`\(use.word)` needs a to-many relationship or an array",
        at: span,
        help: example.map { ["for example `\(use.word) \($0) == …`"] } ?? []
      )
    case .nothingAsked(let use, let span, let inParentheses):
      Diagnostic(
        "`\(use.word)` needs a condition",
        at: span,
        help: [
          (inParentheses
            ? "write it inside the parentheses, as in `\(use.word)(… where … == …)`, or leave them out"
            : "compare it, as in `\(use.word) … == …`"),
          "to test whether there are any, write `count(…) > 0`",
        ]
      )
    case .severalInOne(let second, let first):
      Diagnostic(
        .error,
        "a comparison can have only one quantifier",
        at: .init(second.span),
        also: [.init(first.span, "first here")],
        help: ["name the record with `as r` and nest them: `any(… where any r.… == …)`"]
      )
    case .notRecords(let span, let use):
      Diagnostic(
        "`\(use.word)(… where …)` takes a to-many relationship",
        at: span,
        help: ["end the path at the relationship and move attributes after `where`"]
      )
    case .distinct(let span, let use):
      Diagnostic("`\(use.word)` takes no `distinct`", at: span)
    }
  }
}

extension QuantifierUse {
  fileprivate var word: String { quantifier.rawValue }
}
