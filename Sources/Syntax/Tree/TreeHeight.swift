extension ExpressionSyntax.Kind {
  /// The height of the highest child; 0 for a leaf.
  var heightOfChildren: Int {
    switch self {
    case .literal, .name, .selfRecord, .parameter, .enumCase: 0
    case .recordLiteral(_, let key): key.values.reduce(0) { max($0, $1.height) }
    case .member(let operand, _), .unary(_, _, let operand), .isNull(let operand, _),
      .unit(let operand, _), .parenthesized(let operand), .quantified(_, let operand),
      .typeTest(let operand, _, _), .cast(let operand, _):
      operand.height
    case .identity(let operand), .backlink(let operand, _, _): operand?.height ?? 0
    case .quantifier(_, let argument): argument.height
    case .binary(_, let left, let right): max(left.height, right.height)
    case .between(let operand, let lower, let upper, _, _):
      max(operand.height, lower.height, upper.height)
    case .membership(let operand, let set, _, _): max(operand.height, set.height)
    case .conditional(let condition, let then, let otherwise):
      max(condition.height, then.height, otherwise.height)
    case .call(_, let arguments): arguments.reduce(0) { max($0, $1.height) }
    case .list(let elements): elements.reduce(0) { max($0, $1.height) }
    case .subquery(let query): query.height
    }
  }
}

extension MembershipSet {
  fileprivate var height: Int {
    switch self {
    case .values(let values): values.height
    case .range(let lower, let upper, _): max(lower.height, upper.height)
    }
  }
}

extension CallArgument {
  fileprivate var height: Int { max(expression.height, filter?.height ?? 0) }
}

extension QuerySyntax {
  /// The height of the highest expression in any clause.
  fileprivate var height: Int {
    let expressions =
      [predicate, groupPredicate, limit, offset, chart?.bins].compactMap { $0 } + groupKeys
      + sort.map(\.expression) + (arguments?.arguments ?? []).map(\.value)
    let items = (selection?.items ?? []).map(\.height)
    return max(items.max() ?? 0, expressions.reduce(0) { max($0, $1.height) })
  }
}

extension SelectItem {
  fileprivate var height: Int {
    switch self {
    case .all: 0
    case .expression(let expression, _): expression.height
    case .shape(let shape, _): shape.height
    }
  }
}

extension ShapeSyntax {
  /// One more than the height of the highest expression within.
  fileprivate var height: Int {
    let expressions = [path, predicate, limit, offset].compactMap { $0 } + sort.map(\.expression)
    return 1 + expressions.reduce(items.map(\.height).max() ?? 0) { max($0, $1.height) }
  }
}
