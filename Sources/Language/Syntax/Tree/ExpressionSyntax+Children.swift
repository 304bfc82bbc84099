extension ExpressionSyntax.Kind {
  /// The direct subexpressions in written order, not including those of a query in parentheses.
  public var children: [ExpressionSyntax] {
    switch self {
    case .literal, .name, .selfRecord, .parameter, .enumCase, .subquery, .queryValue: []
    case .recordLiteral(_, let key): key.values
    case .member(let operand, _), .unary(_, _, let operand), .isNull(let operand, _),
      .unit(let operand, _), .parenthesized(let operand), .quantified(_, let operand),
      .typeTest(let operand, _, _), .cast(let operand, _):
      [operand]
    case .identity(let operand), .backlink(let operand, _, _): operand.map { [$0] } ?? []
    case .quantifier(_, let argument): argument.expressions
    case .window(let call, let window): [call] + window.expressions
    case .call(_, let arguments): arguments.flatMap(\.expressions)
    case .binary(_, let left, let right): [left, right]
    case .between(let operand, let lower, let upper, _, _): [operand, lower, upper]
    case .membership(let operand, .values(let values), _, _): [operand, values]
    case .membership(let operand, .range(let lower, let upper, _), _, _): [operand, lower, upper]
    case .list(let elements): elements
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    }
  }
}

extension CallArgument {
  /// The expressions in written order.
  public var expressions: [ExpressionSyntax] {
    [expression] + [upperBound, filter].compactMap { $0 } + sort.map(\.expression)
      + [limit].compactMap { $0 }
  }
}
