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
        "`\(entity).\(name.text)` is no stored attribute with one value",
        at: name.span,
        help: ["the keys must stand in a column, as in `relate Expense.budgetId to Budget.id`"]
      )
    case .differentTypes(let statement, let source, let target):
      Diagnostic(
        .error,
        "\(source) and \(target) never have equal values",
        at: .init(statement.source.span, Wording.this(source)),
        also: [.init(statement.target.span, Wording.this(target))],
        help: source == .string || target == .string
          ? ["a column of digits with leading zeros or signs is read as texts"] : []
      )
    case .takenInverse(let span, let name, let entity):
      Diagnostic(
        "\(entity) has a member `\(name)` already, so the way back needs another name",
        at: span,
        help: ["give it one with `as`"]
      )
    case .inherited(let name, let owner):
      Diagnostic(
        "`\(name.text)` is inherited from \(owner), so all of these are related by it",
        at: name.span,
        help: ["write `\(owner).\(name.text)`"]
      )
    }
  }
}
