import Expressions
import Model

/// Aggregates in properties, as calls of sequences.
extension SwiftExpressionWriter {
  /// `expenses.filter { expense in … }.map { expense in … }.reduce(0, +)`
  func reduction(_ aggregate: ToManyAggregate) throws(Inexpressible) -> SwiftExpression {
    let variable = names.fresh(aggregate.path.last?.destination ?? "value")
    let inner = inner(aggregate, variable)
    var values = try members(aggregate)
    if aggregate.function == .any {
      let conditions = [aggregate.filter, aggregate.element].compactMap { $0 }
      let condition = try TypedExpression.conjunction(of: conditions).map(inner.condition)
      let text = condition?.text ?? "true"
      let any = values.member("contains { \(variable) in \(text) }", isOptional: false)
      return any.isOptional ? SwiftExpression("\(any.text) ?? false", .coalescing) : any
    }
    if let filter = aggregate.filter {
      let condition = try inner.condition(filter).text
      values = values.member("filter { \(variable) in \(condition) }", isOptional: false)
    }
    if let element = aggregate.element {
      let value = try inner.value(element)
      let method = value.isOptional ? "compactMap" : "map"
      values = values.member("\(method) { \(variable) in \(value.text) }", isOptional: false)
    }
    return try reduced(values, aggregate.function, aggregate.element?.type)
  }

  /// The records at the end of a path.
  private func members(_ aggregate: ToManyAggregate) throws(Inexpressible) -> SwiftExpression {
    var members = try record(aggregate.base)
    var isMany = false
    for step in aggregate.path {
      let name = try name(of: step)
      if !isMany {
        members = members.member(name, isOptional: !step.isToMany && isOptional(step))
      } else {
        let method = step.isToMany ? "flatMap" : isOptional(step) ? "compactMap" : "map"
        let variable = names.fresh(step.entity)
        members = members.member(
          "\(method) { \(variable) in \(variable).\(name) }",
          isOptional: false
        )
      }
      isMany = isMany || step.isToMany
    }
    return members
  }

  private func reduced(
    _ values: SwiftExpression,
    _ function: AggregateFunction,
    _ type: ValueType?
  ) throws(Inexpressible) -> SwiftExpression {
    switch function {
    case .count: return values.member("count", isOptional: false).otherwise("0")
    case .sum where type?.isNumeric ?? false:
      return values.member("reduce(0, +)", isOptional: false).otherwise("0")
    case .min, .max:
      guard type?.isComparableInSwift ?? false else { break }
      return values.member("\(function.rawValue)()", isOptional: true)
    default: break
    }
    guard function == .avg, let type, type.isNumeric else { throw .aggregate(function) }
    return average(values, of: type)
  }

  /// The mean; nil for no numbers. It has explicit types because type inference is slow.
  private func average(_ values: SwiftExpression, of type: ValueType) -> SwiftExpression {
    let result = type == .decimal ? "Decimal" : "Double"
    let sum = type == .int ? "Double(values.reduce(0, +))" : "values.reduce(0, +)"
    let mean = unwrapped([values], strength: .primary, operand: .ternary) {
      "{ (values: [\(type)]) -> \(result)? in "
        + "values.isEmpty ? nil : \(sum) / \(result)(values.count) }(\($0[0]))"
    }
    return SwiftExpression(mean.text, isOptional: true)
  }
}

extension SwiftExpression {
  /// The value, or `other` if it is nil.
  fileprivate func otherwise(_ other: String) -> SwiftExpression {
    isOptional ? SwiftExpression("\(text(.addition)) ?? \(other)", .coalescing) : self
  }
}
