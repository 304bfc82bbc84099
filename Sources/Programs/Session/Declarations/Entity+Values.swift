import Expressions
package import Model
import Storage

/// What a record of a model has, as expressions over it.
extension Entity {
  /// The record itself.
  package var recordValue: TypedExpression {
    TypedExpression(.record(.scope(level: 0, entity: name)), .record(entity: name))
  }

  /// An attribute of a record as a value.
  package func value(_ attribute: Attribute) -> TypedExpression {
    TypedExpression(
      .attribute(AttributePath([attribute.name]), of: .scope(level: 0, entity: name)),
      attribute.type
    )
  }

  /// The record that a to-one relationship leads to as a value.
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
