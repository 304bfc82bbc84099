public import Model

extension TypedExpression {
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
}
