import Expressions
import Model

/// Quantifiers, counts and inner queries.
extension SwiftExpressionWriter {
  func aggregate(_ aggregate: ToManyAggregate) throws(Inexpressible) -> SwiftExpression {
    switch aggregate.function {
    case _ where isProperty: return try reduction(aggregate)
    case .any: return try any(aggregate)
    case .count: return try count(aggregate)
    default: throw .aggregate(aggregate.function)
    }
  }

  /// `budget.expenses.contains { expense in … }`
  private func any(_ any: ToManyAggregate) throws(Inexpressible) -> SwiftExpression {
    let conditions = [any.filter, any.element].compactMap { $0 }
    return try steps(any, "contains") { writer throws(Inexpressible) in
      try writer.body(.conjunction(of: conditions) ?? .literal(.bool(true), .bool))
    }
  }

  /// `budget.expenses.allSatisfy { expense in … }`
  func all(
    _ any: ToManyAggregate,
    _ condition: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    try steps(any, "allSatisfy") { writer throws(Inexpressible) in
      try writer.body(condition)
    }
  }

  /// Nests the steps of a path; a nil to-one relationship has no elements.
  private func steps(
    _ aggregate: ToManyAggregate,
    _ method: String,
    _ body: (SwiftExpressionWriter) throws(Inexpressible) -> String
  ) throws(Inexpressible) -> SwiftExpression {
    let base = try record(aggregate.base)
    return try step(aggregate.path[...], from: base, method) { element throws(Inexpressible) in
      try body(self.inner(aggregate, element.text))
    }
  }

  private func step(
    _ path: ArraySlice<RelationshipReference>,
    from owner: SwiftExpression,
    _ method: String,
    _ body: (SwiftExpression) throws(Inexpressible) -> String
  ) throws(Inexpressible) -> SwiftExpression {
    guard let relationship = path.first else { return SwiftExpression(try body(owner)) }
    if owner.isOptional { return try optional(owner, method, path, body) }
    let reached = owner.member(try name(of: relationship), isOptional: false).text
    if !relationship.isToMany {
      let next = SwiftExpression(reached, isOptional: isOptional(relationship))
      return try step(path.dropFirst(), from: next, method, body)
    }
    let variable = names.fresh(relationship.destination)
    let inner = try step(path.dropFirst(), from: SwiftExpression(variable), method, body)
    return SwiftExpression("\(reached).\(method) { \(variable) in \(inner.text) }")
  }

  private func optional(
    _ owner: SwiftExpression,
    _ method: String,
    _ path: ArraySlice<RelationshipReference>,
    _ body: (SwiftExpression) throws(Inexpressible) -> String
  ) throws(Inexpressible) -> SwiftExpression {
    let variable = names.fresh(path.first?.entity ?? "value")
    let inner = try step(path, from: SwiftExpression(variable), method, body)
    let otherwise = method == "allSatisfy"
    var quantifier = SwiftExpression(
      "\(owner.text).flatMap { \(variable) in \(inner.text) } ?? \(otherwise)",
      .coalescing
    )
    quantifier.body = SwiftBody(
      bindings: [(variable, owner.text)] + (inner.body?.bindings ?? []),
      condition: inner.body?.condition ?? (inner.text, inner.strength),
      otherwise: otherwise
    )
    return quantifier
  }

  /// `budget.expenses.count`, `budget.expenses.filter { expense in … }.count`
  private func count(_ aggregate: ToManyAggregate) throws(Inexpressible) -> SwiftExpression {
    guard aggregate.path.count == 1, let relationship = aggregate.path.first else {
      throw .deepCount
    }
    let owner = try record(aggregate.base)
    let members = "\(owner.beforeMember).\(try name(of: relationship))"
    let filter = try countFilter(aggregate, relationship)
    let count = "\(members)\(filter).count"
    return owner.isOptional ? SwiftExpression("\(count) ?? 0", .coalescing) : SwiftExpression(count)
  }

  /// A filter for the elements that pass the condition and have a value.
  private func countFilter(
    _ aggregate: ToManyAggregate,
    _ relationship: RelationshipReference
  ) throws(Inexpressible) -> String {
    let variable = names.fresh(relationship.destination)
    let inner = inner(aggregate, variable)
    var conditions = [aggregate.filter].compactMap { $0 }
    if let element = aggregate.element, try inner.value(element).isOptional {
      conditions.append(element.isPresent)
    }
    if conditions.isEmpty { return "" }
    return
      ".filter { \(variable) in \(try inner.body(.conjunction(of: conditions) ?? .literal(.bool(true), .bool))) }"
  }

  /// A writer for the inside of an aggregate with elements named `variable`.
  func inner(_ aggregate: ToManyAggregate, _ variable: String) -> SwiftExpressionWriter {
    var inner = self
    let element = SwiftVariable(name: variable, entity: aggregate.path.last?.destination)
    inner.variables = Array(variables.prefix(aggregate.level)) + [element]
    return inner
  }

  /// `budget in (Budget where …)`: the query's condition on the record.
  func membership(
    _ operand: TypedExpression,
    in query: RecordQuery
  ) throws(Inexpressible) -> SwiftExpression {
    guard query.limit == nil, query.offset == 0, case .record(let record) = operand.kind else {
      throw .subquery
    }
    let owner = try self.record(record)
    guard let predicate = query.predicate else {
      return owner.isOptional ? .init("\(owner.text) != nil", .comparison) : .init("true")
    }
    var inner = self
    guard owner.isOptional else {
      inner.variables = [SwiftVariable(name: owner.text, entity: query.entity)]
      return try inner.condition(predicate)
    }
    let variable = names.fresh(query.entity)
    inner.variables = [SwiftVariable(name: variable, entity: query.entity)]
    let condition = try inner.condition(predicate)
    var membership = SwiftExpression(
      "\(owner.text).flatMap { \(variable) in \(condition.text) } ?? false",
      .coalescing
    )
    membership.body = SwiftBody(
      bindings: [(variable, owner.text)],
      condition: (condition.body?.text ?? condition.text, condition.strength),
      otherwise: false
    )
    return membership
  }
}
