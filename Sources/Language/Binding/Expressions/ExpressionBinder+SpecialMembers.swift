import Diagnostics
import Model
import Syntax

/// `@id` and `@inverse(…)`.
extension ExpressionBinder {
  /// `@id`, `budget.@id`: the record as a value.
  func identity(of owner: ExpressionSyntax?, _ span: SourceSpan) -> PathCursor? {
    guard var cursor = record(owner, "`@id`", span) else { return nil }
    guard case .record(let record) = cursor.position else {
      return fail(PathError.noIdentity(span))
    }
    cursor.position = .value(TypedExpression(.record(record), .record(entity: record.entity)))
    return cursor
  }

  /// `@inverse(Expense.budget)`: the records that reference this one.
  func backlink(
    of owner: ExpressionSyntax?,
    _ entityName: NameSyntax,
    _ relationshipName: NameSyntax,
    _ span: SourceSpan
  ) -> PathCursor? {
    let cursor = record(owner, "`@inverse`", span)
    guard let entity = entity(entityName),
      let relationship = relationship(relationshipName, of: entity),
      var cursor
    else { return nil }
    let declaring = schema.declaringEntity(of: relationship.name, in: entity.name)
    if declaring != entity.name {
      return fail(PathError.inheritedBacklink(relationshipName, owner: declaring))
    }
    guard case .record(let record) = cursor.position,
      schema.isKind(record.entity, of: relationship.destination)
    else { return fail(wrongBacklink(cursor, entity, relationship, span)) }
    guard
      let inverse = schema.entity(relationship.destination)?.relationship(relationship.inverse)
    else { return nil }
    let reference = RelationshipReference(inverse, of: relationship.destination)
    enter(reference, from: record, &cursor)
    return cursor
  }

  /// The owner of a special member; the innermost record by default.
  private func record(
    _ owner: ExpressionSyntax?,
    _ what: String,
    _ span: SourceSpan
  ) -> PathCursor? {
    if let owner { return path(owner) }
    guard let scope = scopes.last else { return fail(noRecord(what, span)) }
    return PathCursor(position: .record(scope.record))
  }

  private func relationship(_ name: NameSyntax, of entity: Entity) -> Relationship? {
    guard let property = findings.property(name, of: entity) else { return nil }
    noteUse(name, of: entity.name, property.name)
    if case .relationship(let relationship) = property { return relationship }
    let others = entity.relationships.filter { !$0.isAnonymous }
    return fail(
      PathError.noRelationship(name, entity: entity.name, others: others.map(\.name))
    )
  }

  private func wrongBacklink(
    _ cursor: PathCursor,
    _ entity: Entity,
    _ relationship: Relationship,
    _ span: SourceSpan
  ) -> PathError {
    let found: String
    switch cursor.position {
    case .record(let record): found = record.entity
    case .composite(_, let type, _): found = ValueType.composite(type).description
    case .value(let value): found = value.type.description
    }
    return .wrongBacklink(
      span,
      relationship: "\(entity.name).\(relationship.name)",
      destination: relationship.destination,
      found: found
    )
  }
}
