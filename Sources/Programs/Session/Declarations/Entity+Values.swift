import Expressions
package import Model
import Storage

/// Expressions for the members of a record.
extension Entity {
  /// The record.
  package var recordValue: TypedExpression {
    TypedExpression(.record(.scope(level: 0, entity: name)), .record(entity: name))
  }

  /// An attribute's value.
  package func value(_ attribute: Attribute) -> TypedExpression {
    TypedExpression(
      .attribute(AttributePath([attribute.name]), of: .scope(level: 0, entity: name)),
      attribute.type
    )
  }

  /// The record referenced by a to-one relationship.
  package func reference(_ relationship: Relationship) -> TypedExpression {
    let reference = RelationshipReference(
      entity: name,
      name: relationship.name,
      destination: relationship.destination,
      isToMany: false
    )
    return TypedExpression(
      .record(.toOne(reference, of: .scope(level: 0, entity: name))),
      .record(entity: relationship.destination)
    )
  }
}
