import Model

/// Rebuilds an expression over other records, for example to inline a computed attribute.
struct RecordRewriter {
  /// The replacement of a record; nil to keep it.
  let replacement: (RecordExpression) -> RecordExpression?
  /// The number of levels added to the scopes of other records.
  let innermost: Int
  /// The stored names; nil to keep the names of the models.
  var names: StoredNames?

  func rewrite(_ expression: TypedExpression) -> TypedExpression {
    var kind = expression.kind
    if let names, case .literal(let value) = kind {
      kind = .literal(names.literal(value, of: expression.type))
    }
    return TypedExpression(rewrite(kind), names?.type(expression.type) ?? expression.type)
  }

  private func moved(_ record: RecordExpression) -> RecordExpression {
    if let replacement = replacement(record) { return replacement }
    return switch record {
    case .scope(let level, let entity):
      .scope(level: level + innermost, entity: names?.entity(entity) ?? entity)
    case .toOne(let relationship, let base):
      .toOne(names?.relationship(relationship) ?? relationship, of: moved(base))
    }
  }

  private func stored(_ path: AttributePath, of record: RecordExpression) -> AttributePath {
    names?.path(path, in: record.entity) ?? path
  }

  private func stored(_ leaf: CompositeLeaf, of record: RecordExpression) -> CompositeLeaf {
    CompositeLeaf(names: leaf.names, path: stored(leaf.path, of: record), type: leaf.type)
  }

  private func stored(_ path: [RelationshipReference]) -> [RelationshipReference] {
    names.map { path.map($0.relationship) } ?? path
  }

  private func rewrite(_ kind: TypedExpression.Kind) -> TypedExpression.Kind {
    switch kind {
    case .literal(.record(let id)): .literal(.record(names?.record(id) ?? id))
    case .literal: kind
    case .attribute(let path, let record):
      .attribute(stored(path, of: record), of: moved(record))
    case .record(let record): .record(moved(record))
    case .composite(let leaves, let record):
      .composite(leaves.map { stored($0, of: record) }, of: moved(record))
    case .aggregate(let aggregate): .aggregate(rewrite(aggregate))
    case .shape(let shape): .shape(rewrite(shape))
    // The query does not refer to enclosing records, so its scope levels stay.
    case .membershipInQuery(let operand, let query):
      .membershipInQuery(rewrite(operand), names?.query(query) ?? query)
    case .arrayAggregate(let aggregate): .arrayAggregate(rewrite(aggregate))
    case .element(let level): .element(level: level + innermost)
    case .list(let parts): .list(parts.map(rewrite))
    case .arrayMembership(let operand, let array):
      .arrayMembership(rewrite(operand), in: rewrite(array))
    case .ordinal(let type, let operand):
      .ordinal(names?.enumeration(type) ?? type, rewrite(operand))
    case .caseAt(let type, let operand): .caseAt(names?.enumeration(type) ?? type, rewrite(operand))
    case .negate(let operand): .negate(rewrite(operand))
    case .duration(let amount, let unit): .duration(rewrite(amount), unit)
    case .isNull(let operand): .isNull(rewrite(operand))
    case .not(let operand): .not(rewrite(operand))
    case .widen(let operand): .widen(rewrite(operand))
    case .arithmetic(let operation, let a, let b): .arithmetic(operation, rewrite(a), rewrite(b))
    case .comparison(let operation, let a, let b): .comparison(operation, rewrite(a), rewrite(b))
    case .match(let match, let a, let b): .match(match, rewrite(a), rewrite(b))
    case .and(let a, let b): .and(rewrite(a), rewrite(b))
    case .or(let a, let b): .or(rewrite(a), rewrite(b))
    case .coalesce(let a, let b): .coalesce(rewrite(a), rewrite(b))
    case .membership(let operand, let elements):
      .membership(
        rewrite(operand),
        (names?.kinds(elements, of: operand) ?? elements).map(rewrite)
      )
    case .range(let operand, let lower, let upper, let isClosed):
      .range(rewrite(operand), from: rewrite(lower), to: rewrite(upper), isClosed: isClosed)
    case .conditional(let condition, let then, let otherwise):
      .conditional(rewrite(condition), then: rewrite(then), otherwise: rewrite(otherwise))
    case .call(let function, let arguments):
      .call(function, arguments.map(rewrite))
    }
  }

  private func rewrite(_ aggregate: ArrayAggregate) -> ArrayAggregate {
    ArrayAggregate(
      function: aggregate.function,
      array: rewrite(aggregate.array),
      level: aggregate.level + innermost,
      filter: aggregate.filter.map(rewrite),
      element: aggregate.element.map(rewrite),
      options: aggregate.options
    )
  }

  private func rewrite(_ aggregate: ToManyAggregate) -> ToManyAggregate {
    ToManyAggregate(
      function: aggregate.function,
      base: moved(aggregate.base),
      path: stored(aggregate.path),
      level: aggregate.level + innermost,
      filter: aggregate.filter.map(rewrite),
      element: aggregate.element.map(rewrite),
      options: aggregate.options
    )
  }

  private func rewrite(_ shape: RecordShape) -> RecordShape {
    RecordShape(
      base: moved(shape.base),
      path: stored(shape.path),
      level: shape.level + innermost,
      filter: shape.filter.map(rewrite),
      sort: shape.sort.map { $0.with(rewrite($0.expression)) },
      limit: shape.limit,
      offset: shape.offset,
      fields: shape.fields.map { ShapeField(name: $0.name, expression: rewrite($0.expression)) }
    )
  }
}
