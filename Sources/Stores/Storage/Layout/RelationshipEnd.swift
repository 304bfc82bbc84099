public import Model

/// A relationship as seen from one of its two ends.
public struct RelationshipEnd: Hashable, Sendable {
  /// The entity that owns the relationship.
  public let entity: String
  /// The relationship's name there.
  public let name: String

  /// Names an end.
  public init(entity: String, name: String) {
    self.entity = entity
    self.name = name
  }
}

extension Schema {
  /// What the relationship, and its entity, was called in `old`.
  public func former(_ end: RelationshipEnd, in old: Schema) -> RelationshipEnd {
    RelationshipEnd(
      entity: oldName(of: end.entity, in: old),
      name: entity(end.entity)?.relationship(end.name)?.oldName ?? end.name
    )
  }
}
