import Expressions
import Model

/// Conditions. Each is true exactly if the expression is true, and its negation is true exactly if
/// the expression is false; otherwise both are false or NULL, which WHERE treats alike. So a
/// comparison remains bare and can use an index, and `not` remains two-valued.
extension QueryWriter {
  /// The condition that `expression` is true.
  mutating func condition(_ expression: TypedExpression) throws(Untranslatable) -> SQLCondition {
    switch expression.kind {
    case .and:
      return .all(try conditions(expression.conjuncts))
    case .or:
      return .any(try conditions(expression.disjuncts))
    case .not(let operand):
      return try negation(operand)
    case .comparison(let operation, let left, let right):
      return try comparison(operation, left, right)
    case .range(let operand, let lower, let upper, let isClosed):
      return try range(operand, lower, upper, isClosed: isClosed)
    case .isNull(let operand):
      return try nilTest(operand, isNil: true)
    case .membership(let operand, let elements):
      return try membership(operand, elements)
    case .membershipInQuery(let operand, let query):
      return try membership(operand, in: query)
    case .match(let match, let text, let pattern):
      return try self.match(match, text, pattern)
    case .aggregate(let aggregate) where aggregate.function == .any:
      return try existence(of: aggregate, isThere: true)
    default:
      return try truth(of: expression)
    }
  }

  /// The condition that `expression` is false.
  mutating func negation(_ expression: TypedExpression) throws(Untranslatable) -> SQLCondition {
    switch expression.kind {
    case .and:
      return .any(try negations(expression.conjuncts))
    case .or:
      return .all(try negations(expression.disjuncts))
    case .not(let operand):
      return try condition(operand)
    case .comparison(.equal, let left, let right):
      return try comparison(.notEqual, left, right)
    case .comparison(.notEqual, let left, let right):
      return try comparison(.equal, left, right)
    case .isNull(let operand):
      return try nilTest(operand, isNil: false)
    case .aggregate(let aggregate) where aggregate.function == .any:
      return try existence(of: aggregate, isThere: false)
    default:
      return try exactly { writer throws(Untranslatable) in
        try writer.condition(expression).negated
      }
    }
  }

  mutating func conditions(
    _ parts: [TypedExpression]
  ) throws(Untranslatable) -> [SQLCondition] {
    try parts.map { part throws(Untranslatable) in try condition(part) }
  }

  private mutating func negations(
    _ parts: [TypedExpression]
  ) throws(Untranslatable) -> [SQLCondition] {
    try parts.map { part throws(Untranslatable) in try negation(part) }
  }

  /// The condition that a Bool expression is true.
  private mutating func truth(
    of expression: TypedExpression
  ) throws(Untranslatable) -> SQLCondition {
    switch try side(expression) {
    case .constant(let value):
      return .constant(value == .bool(true))
    case .operand(let operand):
      guard operand.form == .bool else { throw Untranslatable() }
      return try comparison(.equal, operand, with: .bool(true))
    }
  }

  /// The condition that an expression is nil, or that it is not.
  private mutating func nilTest(
    _ expression: TypedExpression,
    isNil: Bool
  ) throws(Untranslatable) -> SQLCondition {
    if case .composite(let leaves, let record) = expression.kind {
      var tests: [SQLCondition] = []
      for leaf in leaves {
        let field = TypedExpression(.attribute(leaf.path, of: record), leaf.type)
        tests.append(try nilTest(field, isNil: isNil))
      }
      return isNil ? .all(tests) : .any(tests)
    }
    if dialect == .postgreSQL, case .record(let record) = expression.kind {
      let key = try table(of: record).firstOfKey
      return SQLCondition(key + (isNil ? " IS NULL" : " IS NOT NULL"))
    }
    if let column = try trustedColumn(expression) {
      return SQLCondition(column + (isNil ? " IS NULL" : " IS NOT NULL"))
    }
    switch try side(expression) {
    case .constant(let value):
      return .constant(value.isNull == isNil)
    case .operand(let operand):
      return nilTest(operand, isNil: isNil)
    }
  }

  /// The condition that an SQL value is nil, or that it is not.
  func nilTest(_ operand: SQLOperand, isNil: Bool) -> SQLCondition {
    guard let guarded = operand.guarded else {
      return SQLCondition(operand.value + (isNil ? " IS NULL" : " IS NOT NULL"))
    }
    let fits = guarded.guardCondition
    return isNil ? SQLCondition("NOT (" + fits + ")") : SQLCondition(fits, .and)
  }

  /// The column of an attribute whose values are all valid, and need no check of their type.
  private mutating func trustedColumn(
    _ expression: TypedExpression
  ) throws(Untranslatable) -> SQLFragment? {
    guard case .attribute(let path, let record) = expression.kind else { return nil }
    let table = try table(of: record)
    guard let column = table.mapping.fields[path], column.isTrusted, dialect == .sqlite else {
      return nil
    }
    return table.column(column.name)
  }
}
