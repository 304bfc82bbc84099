public import Model

extension TypedExpression {
  /// The direct parts in the same scope: all but ``innerParts``.
  public var children: [TypedExpression] {
    switch kind {
    case .literal, .attribute, .record, .composite, .aggregate, .shape, .element:
      []
    case .arrayAggregate(let aggregate):
      [aggregate.array]
    case .list(let parts):
      parts
    case .arrayMembership(let operand, let array):
      [operand, array]
    case .negate(let operand), .duration(let operand, _), .isNull(let operand),
      .not(let operand), .widen(let operand), .membershipInQuery(let operand, _),
      .ordinal(_, let operand), .caseAt(_, let operand):
      [operand]
    case .arithmetic(_, let left, let right), .comparison(_, let left, let right),
      .match(_, let left, let right), .and(let left, let right), .or(let left, let right),
      .coalesce(let left, let right):
      [left, right]
    case .membership(let operand, let elements):
      [operand] + elements
    case .range(let operand, let lower, let upper, _):
      [operand, lower, upper]
    case .conditional(let condition, let then, let otherwise):
      [condition, then, otherwise]
    case .call(_, let arguments):
      arguments
    }
  }

  /// The direct parts in an inner scope: those of an aggregate, a shape or a query in parentheses.
  public var innerParts: [TypedExpression] {
    switch kind {
    case .aggregate(let aggregate): aggregate.parts
    case .arrayAggregate(let aggregate): aggregate.parts
    case .shape(let shape): shape.parts
    case .membershipInQuery(_, let query): query.parts
    default: []
    }
  }

  /// The number of nodes and the height of the tree, including ``innerParts``.
  public var extent: (size: Int, height: Int) {
    (children + innerParts).map(\.extent).reduce(into: (size: 1, height: 1)) { total, part in
      total.size += part.size
      total.height = max(total.height, part.height + 1)
    }
  }

  /// Whether the value is the same for all records of a statement.
  public var isConstant: Bool {
    switch kind {
    case .attribute, .record, .composite, .aggregate, .shape, .membershipInQuery, .element,
      .arrayAggregate:
      false
    case .call(.uuid, _): false
    default: children.allSatisfy(\.isConstant)
    }
  }

  /// Whether the expression contains a query, which needs a store even if no record is read.
  public var containsQuery: Bool {
    if case .membershipInQuery = kind { return true }
    return (children + innerParts).contains(where: \.containsQuery)
  }
}

extension ToManyAggregate {
  /// The expressions over the related records.
  public var parts: [TypedExpression] { [filter, element].compactMap { $0 } }
}

extension ArrayAggregate {
  /// The expressions over the elements.
  public var parts: [TypedExpression] { [filter, element].compactMap { $0 } }
}

extension RecordShape {
  /// The expressions over the related records.
  public var parts: [TypedExpression] {
    [filter].compactMap { $0 } + sort.map(\.expression) + fields.map(\.expression)
  }
}

extension RecordQuery {
  /// The expressions over the records of the query.
  public var parts: [TypedExpression] {
    [predicate].compactMap { $0 } + sort.map(\.expression) + limitKeys
  }
}
