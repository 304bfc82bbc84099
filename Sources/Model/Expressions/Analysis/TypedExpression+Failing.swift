public import Model

extension TypedExpression {
  /// Whether evaluation can throw an ``EvaluationError`` for some record.
  public var canFail: Bool {
    canFailItself || (children + innerParts).contains(where: \.canFail)
  }

  /// Whether evaluation can fail in a statement that begins at `moment`. Constants are evaluated to
  /// find out.
  public func canFail(at moment: EvaluationContext) -> Bool {
    guard canFail else { return false }
    if isConstant {
      let evaluator = ScalarEvaluator(source: NoRecords(), context: moment)
      return (try? evaluator.evaluate(self, scopes: [])) == nil
    }
    return canFailItself || (children + innerParts).contains { $0.canFail(at: moment) }
  }

  /// All arithmetic except that of Doubles and strings can overflow.
  private var canFailItself: Bool {
    switch kind {
    case .arithmetic(.divide, let left, _) where left.type == .int: true
    case .arithmetic(.remainder, let left, _) where left.type == .int: false
    case .arithmetic, .negate: type != .double && type != .string && type != .null
    case .duration(let amount, let unit): !Self.hasDuration(amount, unit)
    case .call(let function, let arguments): function.canFail(arguments)
    case .match(let match, _, let pattern): match.operation == .matches && !pattern.isLiteral
    case .aggregate(let aggregate):
      aggregate.function == .text
        || [.sum, .avg].contains(aggregate.function) && type != .double
    case .arrayAggregate(let aggregate):
      aggregate.function == .text
        || [.sum, .avg].contains(aggregate.function) && type != .double
    default: false
    }
  }

  /// Whether it is a literal; literal patterns were parsed by the binder.
  private var isLiteral: Bool {
    if case .literal = kind { true } else { false }
  }

  /// Whether the duration is known to be in range.
  private static func hasDuration(_ amount: TypedExpression, _ unit: TimeUnit) -> Bool {
    guard case .literal(let value) = amount.kind else { return false }
    return (try? DateArithmetic.duration(value, unit)) != nil
  }
}
