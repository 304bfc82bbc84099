import Diagnostics
import Expressions
import Model
import Storage

/// The default columns of a record.
struct DefaultColumns {
  let schema: Schema
  let inlining: InliningBudget
  /// The position for error messages.
  let span: SourceSpan

  /// Stored attributes and relationships in declaration order, then computed attributes;
  /// `innermost` is the scope level of `record`.
  func columns(
    of entity: Entity,
    _ record: RecordExpression,
    innermost: Int
  ) -> [OutputColumn] {
    let visible = entity.properties.filter { !$0.isAnonymous }
    return (visible.filter { !$0.isComputed } + visible.filter(\.isComputed)).compactMap {
      property in
      expression(property, of: record, in: entity, innermost).map {
        OutputColumn(name: property.name, expression: $0)
      }
    }
  }

  /// The displayed value of a relationship at the end of a path; nil for other paths.
  func relationship(_ cursor: PathCursor, innermost: Int) -> TypedExpression? {
    guard case .record(let record) = cursor.position else { return nil }
    if let many = cursor.many {
      guard case .scope = record else { return nil }
      return count(many.base, many.steps, innermost: innermost)
    }
    guard case .toOne = record else { return nil }
    return display(record, innermost: innermost)
  }

  private func expression(
    _ property: Property,
    of record: RecordExpression,
    in entity: Entity,
    _ innermost: Int
  ) -> TypedExpression? {
    switch property {
    case .computed(let computed):
      return inlining.inlined(computed.expression, at: record, innermost: innermost, span)
    case .attribute(let attribute):
      return .stored(AttributePath([attribute.name]), attribute.type, of: record)
    case .relationship(let relationship):
      let reference = RelationshipReference(relationship, of: entity.name)
      return relationship.isToMany
        ? count(record, [reference], innermost: innermost)
        : display(.toOne(reference, of: record), innermost: innermost)
    }
  }

  private func count(
    _ base: RecordExpression,
    _ path: [RelationshipReference],
    innermost: Int
  ) -> TypedExpression {
    TypedExpression(
      .aggregate(
        ToManyAggregate(function: .count, base: base, path: path, level: innermost + 1)
      ),
      .int
    )
  }

  /// The display value of a record: its display property, or its identity.
  func display(_ record: RecordExpression, innermost: Int) -> TypedExpression? {
    let entity = schema.entity(record.entity)
    switch entity?.displayProperty.flatMap({ entity?.property($0) }) {
    case .attribute(let attribute)?:
      return .stored(AttributePath([attribute.name]), attribute.type, of: record)
    case .computed(let computed)?:
      return inlining.inlined(computed.expression, at: record, innermost: innermost, span)
    case .relationship?, nil:
      return TypedExpression(.record(record), .record(entity: record.entity))
    }
  }
}

extension Property {
  fileprivate var isComputed: Bool {
    if case .computed = self { true } else { false }
  }
}
