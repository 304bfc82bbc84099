import Expressions
import Model

/// Writes a conjunct as the body of an equivalent `#Predicate`, or an expression as the body of a
/// computed property, which supports more.
///
/// `==` and `!=` treat nil like Swift. Ordering comparisons and string operators with optional
/// operands use `flatMap`, and are false for nil.
struct SwiftExpressionWriter {
  let schema: Schema
  let constants: SwiftConstants
  var names: SwiftNames
  /// The members of submodels.
  let kinds: ComputedNames
  /// The variable of each scope level's record.
  var variables: [SwiftVariable]
  /// The computed properties that a property can use; nil in a predicate.
  var properties: SwiftComputedProperties?

  /// Whether this writes a property, which can contain any Swift.
  var isProperty: Bool { properties != nil }

  /// A condition; nil becomes false.
  func condition(_ expression: TypedExpression) throws(Inexpressible) -> SwiftExpression {
    let value = try self.value(expression)
    if value.isNil { return SwiftExpression("false") }
    return value.isOptional
      ? SwiftExpression("\(value.text(.addition)) ?? false", .coalescing) : value
  }

  /// A condition as a closure's body.
  func body(_ expression: TypedExpression) throws(Inexpressible) -> String {
    let condition = try self.condition(expression)
    return condition.body?.text ?? condition.text
  }

  /// A value, which can be optional.
  func value(_ expression: TypedExpression) throws(Inexpressible) -> SwiftExpression {
    if let properties, let use = kinds[expression] {
      guard let property = properties.property(use.attribute, of: use.record.entity) else {
        // This one becomes a comment, too, whatever the reason.
        throw .composite
      }
      return try record(use.record)
        .member(SwiftName.quoted(use.attribute.name), isOptional: property.value.isOptional)
    }
    return try form(of: expression)
  }

  /// A value that is not replaced by the name of a computed attribute.
  func form(of expression: TypedExpression) throws(Inexpressible) -> SwiftExpression {
    if isProperty, let form = try propertyForm(of: expression) { return form }
    if isProperty ? expression.isFixed : expression.isConstant {
      return try constants.expression(expression)
    }
    if let test = kinds.kindTest(expression) { return try kind(test) }
    switch expression.kind {
    case .conditional(let test, let then, let otherwise)
    where kinds.kindTest(test) != nil && otherwise.kind == .literal(.null):
      return try value(then)
    case .attribute(let path, let record):
      return try attribute(path, of: record, type: expression.type)
    case .record(let record): return try self.record(record)
    case .and(let left, let right): return try logic("&&", .and, left, right)
    case .or(let left, let right): return try logic("||", .or, left, right)
    case .not(let operand): return try negation(of: operand)
    case .comparison(let operation, let left, let right):
      return try comparison(operation, left, right)
    case .isNull(let operand): return try isNull(self.value(operand))
    case .match(let match, let text, let pattern): return try self.match(match, text, pattern)
    case .membership(let operand, let elements): return try membership(operand, elements)
    case .range(let operand, let lower, let upper, let isClosed):
      return try range(operand, lower, upper, isClosed: isClosed)
    case .membershipInQuery(let operand, let query): return try membership(operand, in: query)
    case .coalesce(let first, let second): return try coalesce(first, second)
    case .conditional(let condition, let then, let otherwise):
      return try conditional(condition, then, otherwise)
    case .aggregate(let aggregate): return try self.aggregate(aggregate)
    default: return try computed(expression)
    }
  }

  private func logic(
    _ sign: String,
    _ strength: SwiftStrength,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    let (left, right) = (try condition(left), try condition(right))
    return SwiftExpression(
      "\(left.text(strength)) \(sign) \(right.text(strength.next))",
      strength
    )
  }

  private func negation(of operand: TypedExpression) throws(Inexpressible) -> SwiftExpression {
    switch operand.kind {
    case .aggregate(let any) where any.function == .any && any.filter == nil:
      if case .not(let kept)? = any.element?.kind { return try self.all(any, kept) }
    case .isNull(let operand):
      let value = try self.value(operand)
      return value.isOptional
        ? SwiftExpression("\(value.text(.coalescing)) != nil", .comparison) : .init("true")
    case .comparison(.equal, let left, let right):
      return try comparison(.notEqual, left, right)
    default: break
    }
    let condition = try self.condition(operand)
    var negation = SwiftExpression("!" + condition.text(.primary), .prefix)
    negation.body = condition.body?.negated
    return negation
  }

  private func isNull(_ value: SwiftExpression) -> SwiftExpression {
    value.isOptional
      ? SwiftExpression("\(value.text(.coalescing)) == nil", .comparison) : SwiftExpression("false")
  }

  /// `a ?? b`; in a predicate, `b` cannot be optional.
  private func coalesce(
    _ first: TypedExpression,
    _ second: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    let (first, second) = (try value(first), try value(second))
    if !first.isOptional { return first }
    if isProperty || !second.isOptional {
      return SwiftExpression(
        "\(first.text(.addition)) ?? \(second.text(.coalescing))",
        isOptional: second.isOptional,
        .coalescing
      )
    }
    return SwiftExpression(
      "\(first.text(.coalescing)) != nil ? \(first.text(.or)) : \(second.text(.ternary))",
      isOptional: true,
      .ternary
    )
  }

  func conditional(
    _ condition: TypedExpression,
    _ then: TypedExpression,
    _ otherwise: TypedExpression
  ) throws(Inexpressible) -> SwiftExpression {
    let (first, second) = (try value(then), try value(otherwise))
    let isMixed = first.isOptional != second.isOptional
    if isMixed, !isProperty, !then.isConstant, !otherwise.isConstant { throw .mixedOptionals }
    let test = try self.condition(condition)
    return SwiftExpression(
      "\(test.text(.or)) ? \(first.text(.or)) : \(second.text(.ternary))",
      isOptional: first.isOptional || second.isOptional,
      .ternary
    )
  }
}

// MARK: - Records and attributes

extension SwiftExpressionWriter {
  func record(_ record: RecordExpression) throws(Inexpressible) -> SwiftExpression {
    switch record {
    case .scope(let level, let entity):
      guard variables.indices.contains(level) else { throw .outerRecord }
      let variable = variables[level]
      return cast(SwiftExpression(variable.name), from: variable.entity, to: entity)
    case .toOne(let relationship, let base):
      let owner = cast(try self.record(base), for: relationship.name)
      let target = owner.member(try name(of: relationship), isOptional: isOptional(relationship))
      let declared = schema.entity(relationship.entity)?.relationship(relationship.name)
      return cast(target, from: declared?.destination, to: relationship.destination)
    }
  }

  /// A record of `found` cast to `wanted`, in a property: `(vehicle as? Car)`.
  private func cast(
    _ record: SwiftExpression,
    from found: String?,
    to wanted: String
  ) -> SwiftExpression {
    guard isProperty, let found, !schema.isKind(found, of: wanted) else { return record }
    return SwiftExpression("(\(record.text) as? \(SwiftName.quoted(wanted)))", isOptional: true)
  }

  /// A record, cast to the submodel that declares `name`.
  func cast(_ owner: SwiftExpression, for name: String) -> SwiftExpression {
    guard let specialized = kinds.specialized(name) else { return owner }
    return SwiftExpression(
      "(\(owner.text) as? \(SwiftName.quoted(specialized.entity)))",
      isOptional: true
    )
  }

  /// `vehicle is Car`
  private func kind(_ test: KindTest) throws(Inexpressible) -> SwiftExpression {
    if test.isExact, !isProperty { throw .kind }
    let owner = try record(test.record)
    let entity = SwiftName.quoted(test.entity)
    if test.isExact, owner.isOptional { throw .kind }
    if test.isExact {
      return SwiftExpression("type(of: \(owner.text)) == \(entity).self", .comparison)
    }
    if !owner.isOptional { return SwiftExpression("\(owner.text) is \(entity)", .comparison) }
    let variable = names.fresh(test.record.entity)
    return SwiftExpression(
      "\(owner.text).flatMap { \(variable) in \(variable) is \(entity) } ?? false",
      .coalescing
    )
  }

  func name(of relationship: RelationshipReference) throws(Inexpressible) -> String {
    let name = kinds.specialized(relationship.name)?.name ?? relationship.name
    if UnnamedInverse.written(name) != nil { throw .unnamedInverse }
    return SwiftName.quoted(name)
  }

  func isOptional(_ relationship: RelationshipReference) -> Bool {
    let specialized = kinds.specialized(relationship.name)
    return schema.entity(specialized?.entity ?? relationship.entity)?
      .relationship(specialized?.name ?? relationship.name)?.isOptional ?? true
  }

  private func attribute(
    _ path: AttributePath,
    of record: RecordExpression,
    type: ValueType
  ) throws(Inexpressible) -> SwiftExpression {
    if !isProperty {
      if case .enumeration(let type) = type { throw .enumeration(type.name) }
      if case .list = type { throw .array }
    }
    return try attribute(path, of: record)
  }

  func attribute(
    _ path: AttributePath,
    of record: RecordExpression
  ) throws(Inexpressible) -> SwiftExpression {
    let owner = cast(try self.record(record), for: path.components[0])
    let steps = SwiftAttributeSteps(path, of: record.entity, in: schema, kinds)
    return steps.names.enumerated().reduce(owner) { owner, step in
      owner.member(SwiftName.quoted(step.element), isOptional: steps.optionals[step.offset])
    }
  }
}
