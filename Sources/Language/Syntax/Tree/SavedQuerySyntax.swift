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

  /// Makes a statement.
  public init(
    entity: NameSyntax?,
    name: NameSyntax,
    parameters: [ParameterDeclaration],
    query: QuerySyntax
  ) {
    self.entity = entity
    self.name = name
    self.parameters = parameters
    self.query = query
  }
}

/// `days: Int = 7`
public struct ParameterDeclaration: Sendable {
  /// The parameter's name without its `$`.
  public let name: NameSyntax
  /// The written type.
  public let type: TypeSyntax
  /// What stands for an argument that is not given.
  public let defaultValue: ExpressionSyntax?

  /// Makes a parameter.
  public init(name: NameSyntax, type: TypeSyntax, defaultValue: ExpressionSyntax?) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
  }
}
