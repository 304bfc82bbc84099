import Diagnostics
import Model
import Syntax

/// A `relate` that cannot be carried out.
enum RelationError: BindingError {
  /// The named member is no stored attribute of a scalar type.
  case noColumn(NameSyntax, entity: String)
  /// The two columns are of types that never have equal values.
  case differentTypes(RelateStatement, ValueType, ValueType)
  /// The inverse would have a name that is taken.
  case takenInverse(SourceSpan, name: String, entity: String)
  /// The attribute is one of a model that the named one specialises.
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
