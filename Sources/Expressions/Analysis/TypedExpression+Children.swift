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

  /// Whether evaluation can end in an ``EvaluationError`` for some record.
  public var canFail: Bool {
    canFailItself || (children + innerParts).contains(where: \.canFail)
  }

  /// The same of a statement that begins at `moment`: what reads no record is known to have a value, or
  /// to fail.
  public func canFail(at moment: EvaluationContext) -> Bool {
    guard canFail else { return false }
    if isConstant {
      let evaluator = ScalarEvaluator(source: NoRecords(), context: moment)
      return (try? evaluator.evaluate(self, scopes: [])) == nil
    }
    return canFailItself || (children + innerParts).contains { $0.canFail(at: moment) }
  }

  /// Everything but arithmetic of Doubles and strings can overflow.
  private var canFailItself: Bool {
    switch kind {
    case .arithmetic(.divide, let left, _) where left.type == .int: true
    case .arithmetic(.remainder, let left, _) where left.type == .int: false
    case .arithmetic, .negate: type != .double && type != .string && type != .null
    case .duration(let amount, let unit): !Self.hasDuration(amount, unit)
    case .call(let function, let arguments): function.canFail(arguments)
    case .match(let match, _, let pattern): match.operation == .matches && !pattern.isLiteral
    case .aggregate(let aggregate):
      [.sum, .avg].contains(aggregate.function) && type != .double
    case .arrayAggregate(let aggregate):
      [.sum, .avg].contains(aggregate.function) && type != .double
    default: false
    }
  }

  /// Whether it is a literal; a pattern that is one was read when it was bound.
  private var isLiteral: Bool {
    if case .literal = kind { true } else { false }
  }

  /// Whether so many units are known to make a duration.
  private static func hasDuration(_ amount: TypedExpression, _ unit: TimeUnit) -> Bool {
    guard case .literal(let value) = amount.kind else { return false }
    return (try? DateArithmetic.duration(value, unit)) != nil
  }

  /// The expression with `record` in the place of its own record at scope level 0.
  ///
  /// That is how a computed attribute is put where it is used. `innermost` is the deepest scope
  /// level at that place; the levels of aggregates inside the expression move behind it.
  public func inlined(at record: RecordExpression, innermost: Int) -> TypedExpression {
    RecordRewriter(
      replacement: { if case .scope(0, _) = $0 { record } else { nil } },
      innermost: innermost
    ).rewrite(self)
  }

  /// The expression with other records; `replacement` is asked for each, the longest path first,
  /// and gives nil for those that stay.
  public func replacingRecords(
    _ replacement: (RecordExpression) -> RecordExpression?
  ) -> TypedExpression {
    withoutActuallyEscaping(replacement) {
      RecordRewriter(replacement: $0, innermost: 0).rewrite(self)
    }
  }

  /// Whether the record of scope level 0 is read as one of `entity`.
  public func readsFetchedRecord(of entity: String) -> Bool {
    var isRead = false
    _ = replacingRecords { record in
      if case .scope(0, entity) = record { isRead = true }
      return nil
    }
    return isRead
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
