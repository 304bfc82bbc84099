public import Diagnostics

/// `let Budget.overspent = fetch Budget where spent > limit`,
/// `let finish(w: Workout) = update $w set ended = now`
public struct LetStatement: Sendable {
  /// The entity before the dot, if there is one.
  public let entity: NameSyntax?
  /// The name of the query or the change.
  public let name: NameSyntax
  /// The parameters.
  public let parameters: [ParameterDeclaration]
  /// What is saved.
  public let body: SavedBody

  /// Creates a statement.
  public init(
    entity: NameSyntax?,
    name: NameSyntax,
    parameters: [ParameterDeclaration],
    body: SavedBody
  ) {
    self.entity = entity
    self.name = name
    self.parameters = parameters
    self.body = body
  }
}

/// What a `let` saves.
public enum SavedBody: Sendable {
  /// `fetch …`
  case query(QuerySyntax)
  /// `update …`, or several statements in braces; never empty.
  case changes([Statement])

  /// The query; nil for changes.
  public var query: QuerySyntax? {
    if case .query(let query) = self { query } else { nil }
  }

  /// The changes; empty for a query.
  public var changes: [Statement] {
    if case .changes(let statements) = self { statements } else { [] }
  }
}

/// `do finish(Workout#1)`: runs a named change.
public struct DoStatement: Sendable {
  /// The entity before the dot, if there is one.
  public let entity: NameSyntax?
  /// The name of the change.
  public let name: NameSyntax
  /// The arguments; those without a name are in the order of the parameters.
  public let arguments: [(name: NameSyntax?, value: ExpressionSyntax)]
  /// The position of the name and the arguments.
  public let span: SourceSpan

  /// Creates a statement.
  public init(
    entity: NameSyntax?,
    name: NameSyntax,
    arguments: [(name: NameSyntax?, value: ExpressionSyntax)],
    span: SourceSpan
  ) {
    self.entity = entity
    self.name = name
    self.arguments = arguments
    self.span = span
  }
}

/// `days: Int = 7`
public struct ParameterDeclaration: Sendable {
  /// The parameter's name without its `$`.
  public let name: NameSyntax
  /// The declared type.
  public let type: TypeSyntax
  /// The default value; nil if the argument is required.
  public let defaultValue: ExpressionSyntax?
}
