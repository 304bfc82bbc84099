import Diagnostics
import Expressions
import Model
import Syntax

/// Records of submodels: `self is Car`, `(self as Car).doors`.
extension ExpressionBinder {
  func typeTest(
    _ operand: ExpressionSyntax,
    _ name: NameSyntax,
    isNegated: Bool
  ) -> TypedExpression? {
    let cursor = path(operand)
    guard let entity = entity(name), var cursor,
      let record = record(cursor, operand, beside: entity, name)
    else { return nil }
    cursor.position = .value(schema.kindTest(entity.name, of: record))
    return value(of: cursor, operand).map { $0.negated(isNegated) }
  }

  /// Casts the record to a submodel; nil for records of other models.
  func cast(_ operand: ExpressionSyntax, to name: NameSyntax) -> PathCursor? {
    let cursor = path(operand)
    guard let entity = entity(name), var cursor,
      let record = record(cursor, operand, beside: entity, name)
    else { return nil }
    cursor.guards.append(schema.kindTest(entity.name, of: record))
    cursor.position = .record(record.cast(to: entity.name))
    return cursor
  }

  /// The error for an attribute that only submodels have.
  func attributeOfKind(_ name: NameSyntax, _ record: RecordExpression) -> NameError? {
    let owners = schema.kinds(of: record.entity).filter { kind in
      schema.entity(kind)?.ownProperties.contains { $0.name == name.text && !$0.isAnonymous }
        ?? false
    }
    guard !owners.isEmpty else { return nil }
    let steps = Self.toOneSteps(record).map(\.name)
    return .attributeOfKind(
      name,
      entity: record.entity,
      kinds: owners,
      path: steps.isEmpty ? "self" : steps.joined(separator: ".")
    )
  }

  /// The expression if all `guards` are true, else nil.
  func guarded(_ expression: TypedExpression, by guards: [TypedExpression]) -> TypedExpression {
    guards.reversed().reduce(expression) { inner, test in
      TypedExpression(
        .conditional(test, then: inner, otherwise: .literal(.null, inner.type)),
        inner.type
      )
    }
  }

  /// The record at the end of a path, if it can be of `entity`.
  private func record(
    _ cursor: PathCursor,
    _ operand: ExpressionSyntax,
    beside entity: Entity,
    _ name: NameSyntax
  ) -> RecordExpression? {
    guard case .record(let record) = cursor.position else {
      return fail(PathError.kindOfValue(operand.span))
    }
    let (found, wanted) = (record.entity, entity.name)
    guard schema.isKind(found, of: wanted) || schema.isKind(wanted, of: found) else {
      let kinds = schema.kinds(of: schema.root(of: found)).filter { $0 != found }
      return fail(PathError.unrelatedKind(name, found: found, kinds: kinds))
    }
    return record
  }
}
