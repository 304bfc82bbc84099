import Diagnostics
import Model
import Storage
import Syntax

/// Values of relationships in new records.
extension RecordBinder {
  /// The records to link; nil after an error.
  func links(_ relationship: Relationship, _ value: FieldValue) -> [InsertedLink]? {
    guard let destination = schema.entity(relationship.destination) else { return nil }
    switch value {
    case .record(let record):
      return [nested(record, destination, relationship)]
    case .records(let records, let span):
      guard relationship.isToMany else {
        return expressions.fail(InsertError.severalForOne(span, property: relationship.name))
      }
      return records.map { nested($0, destination, relationship) }
    case .expression(let syntax):
      return links(relationship, syntax)
    }
  }

  private func nested(
    _ record: RecordSyntax,
    _ destination: Entity,
    _ relationship: Relationship
  ) -> InsertedLink {
    .pending(addNested(record, destination, reachedBy: relationship.inverse))
  }

  private func links(_ relationship: Relationship, _ syntax: ExpressionSyntax) -> [InsertedLink]? {
    switch syntax.withoutParentheses.kind {
    case .literal(.null) where relationship.isToMany || relationship.isOptional:
      return []
    case .literal(.null):
      return expressions.fail(
        InsertError.nilForRequired(syntax.span, property: relationship.name)
      )
    case .list(let elements) where relationship.isToMany:
      return elements.compactMap { link(relationship, $0) }
    case .list:
      return expressions.fail(
        InsertError.severalForOne(syntax.span, property: relationship.name)
      )
    case .parameter:
      let reported = findings.all.count
      let linked = link(relationship, syntax)
      return findings.all.count > reported ? nil : linked.map { [$0] } ?? []
    default:
      return link(relationship, syntax).map { [$0] }
    }
  }

  private func link(_ relationship: Relationship, _ syntax: ExpressionSyntax) -> InsertedLink? {
    if let query = expressions.namedQuery(syntax) {
      return link(relationship, query, syntax.span)
    }
    if case .parameter = syntax.withoutParentheses.kind {
      return parameter(relationship, syntax)
    }
    guard case .recordLiteral(let name, let key) = syntax.withoutParentheses.kind else {
      return expressions.fail(InsertError.notRecord(syntax.span, relationship: relationship))
    }
    guard let (entity, id) = expressions.identity(name, key, syntax.span),
      schema.isKind(relationship.destination, of: entity.name)
        || isDestination(entity.name, relationship, syntax.span)
    else { return nil }
    return saved(id, in: relationship, syntax.span)
  }

  /// The record of a parameter; nil while the change is being declared.
  private func parameter(
    _ relationship: Relationship,
    _ syntax: ExpressionSyntax
  ) -> InsertedLink? {
    guard let bound = expressions.bind(syntax) else { return nil }
    guard case .record(let entity) = bound.type else {
      return expressions.fail(InsertError.notRecord(syntax.span, relationship: relationship))
    }
    guard
      schema.isKind(relationship.destination, of: entity)
        || isDestination(entity, relationship, syntax.span)
    else { return nil }
    switch bound.kind {
    case .literal(.record(let id)): return saved(id, in: relationship, syntax.span)
    case .literal(.null) where !relationship.isOptional && !relationship.isToMany:
      return expressions.fail(
        InsertError.nilForRequired(syntax.span, property: relationship.name)
      )
    default: return nil
    }
  }

  private func link(
    _ relationship: Relationship,
    _ query: QuerySyntax,
    _ span: SourceSpan
  ) -> InsertedLink? {
    let binder = QueryBinder(schema: schema, options: options, findings: findings, around: around)
    guard let found = binder.selectedRecords(query, of: "a query in parentheses"),
      isDestination(found.entity.name, relationship, span)
    else { return nil }
    let wanted = relationship.isToMany ? nil : relationship.destination
    return .query(found.request, oneOf: wanted, span: span)
  }

  /// An existing record; if the relationship is to a submodel, the record's model is checked when
  /// the statement runs.
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
