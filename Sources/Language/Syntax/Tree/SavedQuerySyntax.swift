/// `let Budget.overspent = fetch Budget where spent > limit`
public struct LetStatement: Sendable {
  /// The entity before the dot, if there is one.
  public let entity: NameSyntax?
  /// The query's name.
  public let name: NameSyntax
  /// The parameters.
  public let parameters: [ParameterDeclaration]
  /// The query.
  public let query: QuerySyntax
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
