import Model

extension RelationshipReference {
  /// The relationship of `entity`.
  init(_ relationship: Relationship, of entity: String) {
    self.init(
      entity: entity,
      name: relationship.name,
      destination: relationship.destination,
      isToMany: relationship.isToMany
    )
  }
}
