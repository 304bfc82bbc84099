import Diagnostics
import Syntax

/// `any`, `all` or `none` where it makes no sense.
enum QuantifierError: BindingError {
  /// What stands behind it leads through no to-many relationship.
  case noToMany(QuantifierUse, path: SourceSpan, example: String?)
  /// Nothing is asked of the values behind it.
  case nothingAsked(QuantifierUse, path: SourceSpan, inParentheses: Bool)
  /// One operation has two of them.
  case severalInOne(QuantifierUse, first: QuantifierUse)
  /// A `where` in the parentheses follows something other than the records behind a relationship.
  case notRecords(SourceSpan, QuantifierUse)
  /// `distinct` in the parentheses.
  case distinct(SourceSpan, QuantifierUse)

  var diagnostic: Diagnostic {
    switch self {
    case .noToMany(let use, let span, let example):
      Diagnostic(
        "`\(use.word)` asks what lies behind a to-many relationship or in an array",
        at: span,
        help: example.map { ["for example `\(use.word) \($0) == …`"] } ?? []
      )
    case .nothingAsked(let use, let span, let inParentheses):
      Diagnostic(
        "`\(use.word)` needs a condition for what lies behind this",
        at: span,
        help: [
          (inParentheses
            ? "write it in the parentheses, as in `\(use.word)(… where … == …)`, or leave them out"
            : "compare it, as in `\(use.word) … == …`"),
          "`count(…) > 0` asks whether there is any",
        ]
      )
    case .severalInOne(let second, let first):
      Diagnostic(
        .error,
        "one comparison takes one quantifier",
        at: .init(second.span),
        also: [.init(first.span, "the first is here")],
        help: ["name the record with `as r` and nest them: `any(… where any r.… == …)`"]
      )
    case .notRecords(let span, let use):
      Diagnostic(
        "`\(use.word)(… where …)` takes the records behind a to-many relationship",
        at: span,
        help: ["end the path with the relationship; the attributes stand behind `where`"]
      )
    case .distinct(let span, let use):
      Diagnostic("`\(use.word)` takes no `distinct`, which would change nothing", at: span)
    }
  }
}

extension QuantifierUse {
  fileprivate var word: String { quantifier.rawValue }
}
