import Diagnostics
import Model
import Syntax

/// Invalid selections of records to change.
enum SelectionError: BindingError {
  case nothingChosen(QuerySyntax, verb: String, entity: String)
  case allOfSome(SourceSpan, ClauseKeyword)

  var diagnostic: Diagnostic {
    switch self {
    case .nothingChosen(let query, let verb, let entity):
      Diagnostic(
        "this would \(verb) all \(entity) records",
        at: query.sourceSpan,
        help: [
          "add `where …`, or write `\(verb) all \(SyntaxPrinter().text(of: query))"
            + (verb == "update" ? " set …`" : "`")
        ]
      )
    case .allOfSome(let span, let clause):
      Diagnostic(
        .error,
        "`all` means every record, but `\(clause.clause.rawValue)` selects some",
        at: .init(span),
        also: [.init(clause.span)],
        help: ["remove one of the two"]
      )
    }
  }
}
