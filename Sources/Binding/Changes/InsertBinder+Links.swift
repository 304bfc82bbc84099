import Diagnostics
import Model
import Storage
import Syntax

/// What stands at the other end of relationships.
extension InsertBinder {
  func links(_ relationship: Relationship, _ value: FieldValue) -> [InsertedLink]? {
    guard let destination = schema.entity(relationship.destination) else { return nil }
    switch value {
    case .record(let record):
      return [.pending(add(record, destination, reachedBy: relationship.inverse))]
    case .records(let records, let span):
      guard relationship.isToMany else {
        return expressions.fail(InsertError.severalForOne(span, property: relationship.name))
      }
      return records.map { .pending(add($0, destination, reachedBy: relationship.inverse)) }
    case .expression(let syntax):
      return links(relationship, syntax.withoutParentheses)
    }
  }

  private func links(
    _ relationship: Relationship,
    _ syntax: ExpressionSyntax
  ) -> [InsertedLink]? {
    switch syntax.kind {
    case .literal(.null) where relationship.isToMany || relationship.isOptional:
      return []
    case .literal(.null):
      return expressions.fail(
        InsertError.nilForRequired(syntax.span, property: relationship.name)
      )
    case .list(let elements) where relationship.isToMany:
      return elements.compactMap { link(relationship, $0.withoutParentheses) }
    default:
      return link(relationship, syntax).map { [$0] }
    }
  }

  private func link(
    _ relationship: Relationship,
    _ syntax: ExpressionSyntax
  ) -> InsertedLink? {
    switch syntax.kind {
    case .recordLiteral(let name, let number):
      guard let entity = expressions.entity(name),
        schema.isKind(relationship.destination, of: entity.name)
          || isDestination(entity.name, relationship, syntax.span)
      else { return nil }
      return saved(
        RecordID(entity: schema.root(of: entity.name), key: .number(number)),
        in: relationship,
        syntax.span
      )
    case .subquery(let query):
      let binder = QueryBinder(schema: schema, options: options, findings: findings)
      guard let request = binder.request(query),
        isDestination(request.entity, relationship, syntax.span)
      else { return nil }
      let wanted = relationship.isToMany ? nil : relationship.destination
      return .query(request, oneOf: wanted, span: syntax.span)
    default:
      return expressions.fail(InsertError.notRecord(syntax.span, relationship: relationship))
    }
  }

  /// A record that is there; where the relationship leads to records of some kinds only, it is
  /// looked up whether this is one.
  private func saved(
    _ id: RecordID,
    in relationship: Relationship,
    _ span: SourceSpan
  ) -> InsertedLink {
    guard id.entity != relationship.destination else { return .saved(id) }
    let destination = relationship.destination
    let record = RecordExpression.scope(level: 0, entity: destination)
    let type = ValueType.record(entity: destination)
    let isRecord = TypedExpression(
      .comparison(.equal, TypedExpression(.record(record), type), .literal(.record(id), type)),
      .bool
    )
    let request = FetchRequest(entity: destination, predicate: isRecord)
    return .checked(id, request, kind: destination, span: span)
  }

  private func isDestination(
    _ entity: String,
    _ relationship: Relationship,
    _ span: SourceSpan
  ) -> Bool {
    if schema.isKind(entity, of: relationship.destination) { return true }
    findings.report(
      InsertError.otherEntity(span, found: entity, expected: relationship.destination)
    )
    return false
  }
}
