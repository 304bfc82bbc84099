public import Model

/// A relationship as seen from one of its two ends.
public struct RelationshipEnd: Hashable, Sendable {
  /// The entity that owns the relationship.
  public let entity: String
  /// The name of the relationship in ``entity``.
  public let name: String

  /// Creates an end.
  public init(entity: String, name: String) {
    self.entity = entity
    self.name = name
  }
}

extension Schema {
  /// The same relationship under its names in `old`.
  public func previous(_ end: RelationshipEnd, in old: Schema) -> RelationshipEnd {
    RelationshipEnd(
      entity: oldName(of: end.entity, in: old),
      name: entity(end.entity)?.relationship(end.name)?.oldName ?? end.name
    )
  }
}
