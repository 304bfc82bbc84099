public import Model

/// Evaluates expressions value by value. This defines their meaning; column programs and SQL have
/// to agree with it.
public struct ScalarEvaluator<Source: RecordSource> {
  package let source: Source
  private let context: EvaluationContext
  private let matchers = MatcherCache()
  /// The current array elements by scope level; `scopes` has placeholders for these levels.
  package var elements: [Int: Value] = [:]

  /// Creates an evaluator that reads records from `source`.
  public init(source: Source, context: EvaluationContext) {
    self.source = source
    self.context = context
  }

  /// Whether a condition is true; nil counts as false.
  public func holds(_ expression: TypedExpression, scopes: [Int64]) throws -> Bool {
    if case .bool(true) = try evaluate(expression, scopes: scopes) { true } else { false }
  }

  /// The value of `expression` for the record `scopes[n]` at each scope level n.
  ///
  /// Throws ``EvaluationError`` and errors of the source.
  public func evaluate(_ expression: TypedExpression, scopes: [Int64]) throws -> Value {
    switch expression.kind {
    case .literal(let value):
      return value
    case .attribute(let path, let record):
      return try attribute(path, of: record, scopes)
    case .record(let record):
      guard let reference = try reference(record, scopes) else { return .null }
      return .record(try source.recordID(entity: record.entity, reference: reference))
    case .composite(let leaves, let record):
      return try composite(leaves, of: record, scopes)
    case .element(let level):
      return elements[level] ?? .null
    case .list(let parts):
      return .list(try parts.map { try evaluate($0, scopes: scopes) })
    case .arrayAggregate(let aggregate):
      return try reduce(aggregate, type: expression.type, scopes)
    case .ordinal(let type, let operand):
      return Enumerations.ordinal(of: try evaluate(operand, scopes: scopes), in: type)
    case .caseAt(let type, let operand):
      return Enumerations.name(at: try evaluate(operand, scopes: scopes), in: type)
    case .negate(let operand):
      return try Arithmetic.negate(evaluate(operand, scopes: scopes))
    case .arithmetic(let operation, let left, let right):
      return try Arithmetic.apply(
        operation,
        evaluate(left, scopes: scopes),
        evaluate(right, scopes: scopes)
      )
    case .duration(let amount, let unit):
      return try DateArithmetic.duration(evaluate(amount, scopes: scopes), unit)
    case .widen(let operand):
      return Arithmetic.widen(try evaluate(operand, scopes: scopes), to: expression.type)
    case .call(let function, let arguments):
      return try FunctionEvaluator(context: context).call(
        function,
        arguments.map { try evaluate($0, scopes: scopes) }
      )
    case .aggregate(let aggregate):
      return try reduce(aggregate, type: expression.type, scopes)
    case .shape(let shape):
      return try self.shape(shape, scopes)
    case .coalesce(let first, let second):
      let value = try evaluate(first, scopes: scopes)
      return value.isNull ? try evaluate(second, scopes: scopes) : value
    case .conditional(let condition, let then, let otherwise):
      return try evaluate(holds(condition, scopes: scopes) ? then : otherwise, scopes: scopes)
    default:
      return .bool(try condition(expression, scopes))
    }
  }

  /// Expressions that are always true or false.
  private func condition(_ expression: TypedExpression, _ scopes: [Int64]) throws -> Bool {
    switch expression.kind {
    case .comparison(let operation, let left, let right):
      return try ValueOrder.holds(
        operation,
        evaluate(left, scopes: scopes),
        evaluate(right, scopes: scopes)
      )
    case .match(let match, let text, let pattern):
      return try matchers.holds(
        match,
        evaluate(text, scopes: scopes),
        evaluate(pattern, scopes: scopes)
      )
    case .membership(let operand, let elements):
      let value = try evaluate(operand, scopes: scopes)
      return try elements.contains {
        ValueOrder.areEqual(value, try evaluate($0, scopes: scopes))
      }
    case .membershipInQuery(let operand, let query):
      guard case .record(let id) = try evaluate(operand, scopes: scopes) else { return false }
      return try source.finds(id, query)
    case .range(let operand, let lower, let upper, let isClosed):
      let value = try evaluate(operand, scopes: scopes)
      let isAbove = try ValueOrder.holds(.lessOrEqual, evaluate(lower, scopes: scopes), value)
      let isBelow = try ValueOrder.holds(
        isClosed ? .lessOrEqual : .less,
        value,
        evaluate(upper, scopes: scopes)
      )
      return isAbove && isBelow
    case .arrayMembership(let operand, let array):
      return try Arrays.contains(
        evaluate(operand, scopes: scopes),
        in: evaluate(array, scopes: scopes)
      )
    case .isNull(let operand):
      return try evaluate(operand, scopes: scopes).isNull
    case .not(let operand):
      return try !holds(operand, scopes: scopes)
    case .and(let left, let right):
      return try holds(left, scopes: scopes) && holds(right, scopes: scopes)
    case .or(let left, let right):
      return try holds(left, scopes: scopes) || holds(right, scopes: scopes)
    default:
      return false
    }
  }

  func reference(_ record: RecordExpression, _ scopes: [Int64]) throws -> Int64? {
    switch record {
    case .scope(let level, _):
      return scopes.indices.contains(level) ? scopes[level] : nil
    case .toOne(let relationship, let base):
      guard let owner = try reference(base, scopes) else { return nil }
      return try source.destination(of: relationship, reference: owner)
    }
  }

  private func attribute(
    _ path: AttributePath,
    of record: RecordExpression,
    _ scopes: [Int64]
  ) throws -> Value {
    guard let reference = try reference(record, scopes) else { return .null }
    return try source.value(of: path, entity: record.entity, reference: reference)
  }

  private func composite(
    _ leaves: [CompositeLeaf],
    of record: RecordExpression,
    _ scopes: [Int64]
  ) throws -> Value {
    Composites.object(
      try leaves.map { (names: $0.names, value: try attribute($0.path, of: record, scopes)) }
    )
  }
}
