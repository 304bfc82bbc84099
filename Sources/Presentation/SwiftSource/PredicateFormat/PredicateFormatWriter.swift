import Expressions
import Foundation
import Model

/// Writes one conjunct as an NSPredicate.
///
/// Inside `NOT`, comparisons and string operators first test optional operands for nil: otherwise
/// a store would omit records with nil, which Martlet finds.
struct PredicateFormatWriter {
  let schema: Schema
  let arguments: PredicateArguments
  let context: EvaluationContext
  /// The members of submodels.
  let kinds: ComputedNames
  /// The variable of each scope level: empty for the fetched record, `$e` in a SUBQUERY.
  var variables = [""]

  func condition(
    _ expression: TypedExpression,
    isNegated: Bool
  ) throws(Inexpressible) -> PredicateFormat {
    if kinds.kindTest(expression) != nil { throw .kind }
    switch expression.kind {
    case .and(let left, let right):
      return try logic("AND", .and, left, right, isNegated)
    case .or(let left, let right):
      return try logic("OR", .or, left, right, isNegated)
    case .not(let operand):
      let inner = try condition(operand, isNegated: true)
      return PredicateFormat("NOT " + inner.text(.primary), .not)
    case .comparison(let operation, let left, let right):
      return try comparison(operation, left, right, isNegated)
    case .isNull(let operand):
      return PredicateFormat(try value(operand).text(.addition) + " == nil", .comparison)
    case .match(let match, let text, let pattern):
      return try self.match(match, text, pattern, isNegated)
    case .membership(let operand, let elements): return try membership(operand, elements)
    case .range(let operand, let lower, let upper, let isClosed):
      return try range(operand, lower, upper, isClosed, isNegated)
    case .aggregate(let aggregate) where aggregate.function == .any: return try any(aggregate)
    case .membershipInQuery(let operand, let query): return try membership(operand, in: query)
    default:
      if expression.isConstant { return PredicateFormat(constantCondition(expression)) }
      return PredicateFormat(try value(expression).text(.addition) + " == YES", .comparison)
    }
  }

  private func logic(
    _ word: String,
    _ strength: PredicateStrength,
    _ left: TypedExpression,
    _ right: TypedExpression,
    _ isNegated: Bool
  ) throws(Inexpressible) -> PredicateFormat {
    let (left, right) = (
      try condition(left, isNegated: isNegated), try condition(right, isNegated: isNegated)
    )
    return PredicateFormat("\(left.text(strength)) \(word) \(right.text(strength))", strength)
  }

  private func constantCondition(_ expression: TypedExpression) -> String {
    constant(expression) == .bool(true) ? "TRUEPREDICATE" : "FALSEPREDICATE"
  }

  private func comparison(
    _ operation: ComparisonOperator,
    _ left: TypedExpression,
    _ right: TypedExpression,
    _ isNegated: Bool
  ) throws(Inexpressible) -> PredicateFormat {
    let (first, second) = (try value(left), try value(right))
    let text = "\(first.text(.addition)) \(operation.rawValue) \(second.text(.addition))"
    if [.equal, .notEqual].contains(operation) { return PredicateFormat(text, .comparison) }
    return try guarded(text, [left, right], isNegated)
  }

  private func match(
    _ match: StringMatch,
    _ text: TypedExpression,
    _ pattern: TypedExpression,
    _ isNegated: Bool
  ) throws(Inexpressible) -> PredicateFormat {
    let first = try value(text)
    let second =
      match.operation == .matches ? try expression(anywhere: pattern, match) : try value(pattern)
    guard let symbol = match.formatOperator else { throw .match(match) }
    let comparison = "\(first.text(.addition)) \(symbol) \(second.text(.addition))"
    return try guarded(comparison, [text, pattern], isNegated)
  }

  /// A pattern for NSPredicate's MATCHES, which compares the whole string.
  private func expression(
    anywhere pattern: TypedExpression,
    _ match: StringMatch
  ) throws(Inexpressible) -> PredicateFormat {
    guard pattern.isConstant, case .string(let text)? = constant(pattern) else {
      throw .match(match)
    }
    return try value(.literal(.string("(?s).*(?:\(text)).*"), .string))
  }

  private func membership(
    _ operand: TypedExpression,
    _ elements: [TypedExpression]
  ) throws(Inexpressible) -> PredicateFormat {
    let value = try self.value(operand).text(.addition)
    var texts: [String] = []
    var includesNil = false
    for element in elements {
      if element.isConstant, constant(element) == .null {
        includesNil = true
      } else {
        texts.append(try self.value(element).text)
      }
    }
    let list = "\(value) IN {\(texts.joined(separator: ", "))}"
    if !includesNil { return PredicateFormat(list, .comparison) }
    if texts.isEmpty { return PredicateFormat("\(value) == nil", .comparison) }
    return PredicateFormat("\(list) OR \(value) == nil", .or)
  }

  /// `budget in (Budget where …)`: the query's condition on the record of the path.
  private func membership(
    _ operand: TypedExpression,
    in query: RecordQuery
  ) throws(Inexpressible) -> PredicateFormat {
    guard query.limit == nil, query.offset == 0, case .record(let record) = operand.kind else {
      throw .subquery
    }
    let isThere = "\(try keyPath(record, [])) != nil"
    guard let predicate = query.predicate else { return PredicateFormat(isThere, .comparison) }
    let inner = predicate.inlined(at: record, innermost: variables.count - 1)
    let condition = try self.condition(inner, isNegated: true)
    return PredicateFormat("\(isThere) AND \(condition.text(.and))", .and)
  }

  private func range(
    _ operand: TypedExpression,
    _ lower: TypedExpression,
    _ upper: TypedExpression,
    _ isClosed: Bool,
    _ isNegated: Bool
  ) throws(Inexpressible) -> PredicateFormat {
    let value = try self.value(operand).text(.addition)
    let (least, most) = (
      try self.value(lower).text(.addition), try self.value(upper).text(.addition)
    )
    let text =
      isClosed
      ? "\(value) BETWEEN {\(least), \(most)}" : "\(value) >= \(least) AND \(value) < \(most)"
    let form = try guarded(text, [operand, lower, upper], isNegated)
    return isClosed || form.strength != .comparison ? form : PredicateFormat(text, .and)
  }

  /// The comparison, after `x != nil` for optional operands if it is negated.
  private func guarded(
    _ comparison: String,
    _ sides: [TypedExpression],
    _ isNegated: Bool
  ) throws(Inexpressible) -> PredicateFormat {
    var guards: [String] = []
    if isNegated {
      for side in sides where mayBeNil(side) {
        guards.append(try value(side).text(.addition) + " != nil")
      }
    }
    if guards.isEmpty { return PredicateFormat(comparison, .comparison) }
    return PredicateFormat((guards + [comparison]).joined(separator: " AND "), .and)
  }

  /// Whether the value can be nil.
  private func mayBeNil(_ expression: TypedExpression) -> Bool {
    switch expression.kind {
    case .attribute(let path, .scope(_, let entity)):
      SwiftAttributeSteps(path, of: entity, in: schema, kinds).optionals.contains(true)
    case .literal(let value): value.isNull
    default: !expression.isConstant
    }
  }

  /// The value of a constant; nil if evaluating it fails.
  func constant(_ expression: TypedExpression) -> Value? {
    try? ScalarEvaluator(source: NoRecords(), context: context).evaluate(expression, scopes: [])
  }
}

extension StringMatch {
  /// NSPredicate's operator with options; nil if there is none.
  fileprivate var formatOperator: String? {
    if operation == .looselyContains { return "CONTAINS[cd]" }
    if operation == .looselyEquals { return "==[cd]" }
    return Self.formatOperators[operation].map { $0 + options }
  }

  private static let formatOperators: [Operation: String] = [
    .contains: "CONTAINS", .startsWith: "BEGINSWITH", .endsWith: "ENDSWITH", .like: "LIKE",
    .matches: "MATCHES",
  ]
}
