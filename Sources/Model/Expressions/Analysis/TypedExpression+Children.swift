public import Model

extension TypedExpression {
  /// The direct parts that belong to the same scopes: all but ``innerParts``.
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

  /// The direct parts that belong to a scope of their own: what stands inside an aggregate, a shape
  /// or a query in parentheses.
  public var innerParts: [TypedExpression] {
    switch kind {
    case .aggregate(let aggregate): aggregate.parts
    case .arrayAggregate(let aggregate): aggregate.parts
    case .shape(let shape): shape.parts
    case .membershipInQuery(_, let query): query.parts
    default: []
    }
  }

  /// The number of nodes and the levels of the tree, ``innerParts`` included.
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

  /// Whether a query within the expression is asked, so that it needs a store though it may read no
  /// record around it.
  public var asksQuery: Bool {
    if case .membershipInQuery = kind { return true }
    return (children + innerParts).contains(where: \.asksQuery)
  }
}

extension ToManyAggregate {
  /// The expressions over the records that are reduced.
  public var parts: [TypedExpression] { [filter, element].compactMap { $0 } }
}

extension ArrayAggregate {
  /// What is evaluated for each element.
  public var parts: [TypedExpression] { [filter, element].compactMap { $0 } }
}

extension RecordShape {
  /// The expressions over the records that are shown.
  public var parts: [TypedExpression] {
    [filter].compactMap { $0 } + sort.map(\.expression) + fields.map(\.expression)
  }
}

extension RecordQuery {
  /// The expressions over the records that are asked.
  public var parts: [TypedExpression] {
    [predicate].compactMap { $0 } + sort.map(\.expression)
  }
}
