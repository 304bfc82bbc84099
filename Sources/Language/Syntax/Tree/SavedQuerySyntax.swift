/// `let Budget.overspent = fetch Budget where spent > limit`
public struct LetStatement: Sendable {
  /// The entity before the dot, if the query belongs to one.
  public let entity: NameSyntax?
  /// The query's name.
  public let name: NameSyntax
  /// What the query is given.
  public let parameters: [ParameterDeclaration]
  /// The query.
  public let query: QuerySyntax
}

/// `days: Int = 7`
public struct ParameterDeclaration: Sendable {
  /// The parameter's name without its `$`.
  public let name: NameSyntax
  /// The written type.
  public let type: TypeSyntax
  /// What stands for an argument that is not given.
  public let defaultValue: ExpressionSyntax?
}
