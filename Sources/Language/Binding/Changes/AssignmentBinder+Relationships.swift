import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Assignments to relationships.
extension AssignmentBinder {
  func bind(_ assignment: AssignmentSyntax, to relationship: Relationship) {
    if relationship.isToMany {
      bindSeveral(assignment, relationship)
    } else {
      bindOne(assignment, relationship)
    }
  }

  // MARK: To one

  private func bindOne(_ assignment: AssignmentSyntax, _ relationship: Relationship) {
    guard assignment.operation == .set else {
      return findings.report(AssignmentError.stepOfOne(assignment, relationship.name))
    }
    if case .expression(let value) = assignment.value, !namesRecords(value) {
      guard let record = record(value, relationship) else { return }
      let change = Assignment.Change.reference(reference(to: relationship), record)
      return add(AttributePath([relationship.name]), change, assignment)
    }
    addLinks(.set, relationship, assignment)
  }

  /// Whether the value names records, instead of being computed for each record.
  private func namesRecords(_ value: ExpressionSyntax) -> Bool {
    switch value.withoutParentheses.kind {
    case .recordLiteral, .list: true
    default: expressions.namedQuery(value) != nil
    }
  }

  /// A related record as an expression over the changed record: a path, `if`, nil.
  private func record(_ value: ExpressionSyntax, _ relationship: Relationship) -> TypedExpression? {
    let type = ValueType.record(entity: relationship.destination)
    guard let bound = expressions.bind(value, expecting: type) else { return nil }
    switch bound.type {
    case .null:
      if case .literal(.null) = bound.kind, !relationship.isOptional {
        return expressions.fail(
          InsertError.nilForRequired(value.span, property: relationship.name)
        )
      }
      return .literal(.null, type)
    case .record(let entity):
      guard schema.isKind(entity, of: relationship.destination) else {
        return expressions.fail(
          InsertError.otherEntity(value.span, found: entity, expected: relationship.destination)
        )
      }
      return bound
    default:
      return expressions.fail(InsertError.notRecord(value.span, relationship: relationship))
    }
  }

  // MARK: To many

  private func bindSeveral(_ assignment: AssignmentSyntax, _ relationship: Relationship) {
    switch (assignment.value, assignment.operation) {
    case (.record, .subtract), (.records, .subtract):
      return findings.report(
        AssignmentError.newRecordTaken(assignment.value.span, relationship)
      )
    case (.expression(let value), .add), (.expression(let value), .subtract):
      if case .literal(.null) = value.withoutParentheses.kind {
        return findings.report(AssignmentError.movedByNil(value.span, assignment.operation))
      }
    default:
      break
    }
    let operation: LinkOperation =
      switch assignment.operation {
      case .set: .set
      case .add: .add
      case .subtract: .remove
      }
    addLinks(operation, relationship, assignment)
  }

  private func addLinks(
    _ operation: LinkOperation,
    _ relationship: Relationship,
    _ assignment: AssignmentSyntax
  ) {
    switch assignment.value {
    case .record(let record): newRecord = newRecord ?? record.span
    case .records(_, let span): newRecord = newRecord ?? span
    case .expression: break
    }
    if case .expression(let value) = assignment.value, let path = ownPath(in: value) {
      return findings.report(AssignmentError.pathForMany(path.span, relationship))
    }
    guard let links = records.links(relationship, assignment.value) else { return }
    add(
      AttributePath([relationship.name]),
      .links(reference(to: relationship), operation, links),
      assignment
    )
  }

  /// A path from the changed record in place of named records, which are the same for all.
  private func ownPath(in value: ExpressionSyntax) -> ExpressionSyntax? {
    switch value.withoutParentheses.kind {
    case .list(let elements):
      elements.lazy.compactMap(ownPath).first
    case .name, .member, .selfRecord, .backlink, .cast:
      expressions.namedQuery(value) == nil
        && findings.quietly({ expressions.path(value) }) != nil ? value : nil
    default:
      nil
    }
  }

  private func reference(to relationship: Relationship) -> RelationshipReference {
    RelationshipReference(relationship, of: entity.name)
  }
}
