import Diagnostics
import Model
import Syntax

/// Invalid `relate` statements.
enum RelationError: BindingError {
  case noColumn(NameSyntax, entity: String)
  case differentTypes(RelateStatement, ValueType, ValueType)
  case takenInverse(SourceSpan, name: String, entity: String)
  case inherited(NameSyntax, owner: String)

  var diagnostic: Diagnostic {
    switch self {
    case .noColumn(let name, let entity):
      Diagnostic(
        "`\(entity).\(name.text)` is not a stored attribute with a single value",
        at: name.span,
        help: ["the keys must be in a column, as in `relate Expense.budgetId to Budget.id`"]
      )
    case .differentTypes(let statement, let source, let target):
      Diagnostic(
        .error,
        "\(source) and \(target) values are never equal",
        at: .init(statement.source.span, Wording.this(source)),
        also: [.init(statement.target.span, Wording.this(target))],
        help: source == .string || target == .string
          ? ["digits with leading zeros or signs are read as strings"] : []
      )
    case .takenInverse(let span, let name, let entity):
      Diagnostic(
        "\(entity) already has a member `\(name)`, so the inverse needs another name",
        at: span,
        help: ["name it with `as`"]
      )
    case .inherited(let name, let owner):
      Diagnostic(
        "`\(name.text)` is inherited from \(owner), so it relates every \(owner)",
        at: name.span,
        help: ["write `\(owner).\(name.text)`"]
      )
    }
  }
}
