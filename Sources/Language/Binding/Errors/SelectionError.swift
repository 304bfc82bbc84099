import Diagnostics
import Model
import Syntax

/// Records to be changed that are not said as they have to be.
enum SelectionError: BindingError {
  /// Nothing chooses some records, and `all` is missing.
  case nothingChosen(QuerySyntax, verb: String, entity: String)
  /// `all` stands beside a clause that chooses some.
  case allOfSome(SourceSpan, ClauseKeyword)

  var diagnostic: Diagnostic {
    switch self {
    case .nothingChosen(let query, let verb, let entity):
      Diagnostic(
        "nothing says which \(entity) records are meant",
        at: query.sourceSpan,
        help: [
          "write `where …`, or for all of them `\(verb) all \(SyntaxPrinter().text(of: query))"
            + (verb == "update" ? " set …`" : "`")
        ]
      )
    case .allOfSome(let span, let clause):
      Diagnostic(
        .error,
        "`all` means every record, and `\(clause.clause.rawValue)` chooses some",
        at: .init(span),
        also: [.init(clause.span)],
        help: ["leave one of the two out"]
      )
    }
  }
}
