public import Diagnostics
public import Model
import Syntax

/// A bound `relate`: a to-one relationship in place of a column, and its inverse.
public struct RelationRequest: Sendable {
  /// The entity with the column of keys.
  public let entity: Entity
  /// The column of keys, which becomes the relationship.
  public let attribute: Attribute
  /// The destination.
  public let destination: Entity
  /// The key of the destination.
  public let key: Attribute
  /// The name of the inverse.
  public let inverse: String
  /// The position of the key in the statement.
  public let keySpan: SourceSpan
}

/// Binds a `relate`.
struct RelationBinder {
  let schema: Schema
  let options: BindingOptions
  let findings: Findings

  func request(_ statement: RelateStatement) -> RelationRequest? {
    let source = side(statement.source)
    guard let target = side(statement.target), let source else { return nil }
    guard source.attribute.type.canEqual(target.attribute.type) else {
      return findings.fail(
        RelationError.differentTypes(statement, source.attribute.type, target.attribute.type)
      )
    }
    let entity = source.entity.name
    let plural = EnglishNoun.plural(entity.prefix(1).lowercased() + entity.dropFirst())
    let inverse = statement.inverse?.text ?? plural
    let isOwnColumn =
      source.entity.name == target.entity.name && inverse == source.attribute.name
    let isTaken = schema.kinds(of: target.entity.name).contains {
      schema.entity($0)?.property(inverse) != nil
    }
    guard !isTaken, !isOwnColumn else {
      let span = statement.inverse?.span ?? statement.target.entity.span
      return findings.fail(
        RelationError.takenInverse(span, name: inverse, entity: target.entity.name)
      )
    }
    return RelationRequest(
      entity: source.entity,
      attribute: source.attribute,
      destination: target.entity,
      key: target.attribute,
      inverse: inverse,
      keySpan: statement.target.span
    )
  }

  private func side(_ side: RelateStatement.Side) -> (entity: Entity, attribute: Attribute)? {
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    guard let entity = binder.entity(side.entity) else { return nil }
    guard let property = findings.property(side.attribute, of: entity) else { return nil }
    guard case .attribute(let attribute) = property, attribute.type.isScalar else {
      return binder.fail(RelationError.noColumn(side.attribute, entity: entity.name))
    }
    let owner = schema.declaringEntity(of: attribute.name, in: entity.name)
    guard owner == entity.name else {
      return binder.fail(RelationError.inherited(side.attribute, owner: owner))
    }
    return (entity, attribute)
  }
}

extension ValueType {
  /// Whether values of both types can be equal.
  fileprivate func canEqual(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.int, .double), (.double, .int), (.int, .decimal), (.decimal, .int),
      (.string, .enumeration), (.enumeration, .string):
      true
    default:
      self == other
    }
  }
}
