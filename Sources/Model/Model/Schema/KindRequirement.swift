/// A to-one relationship that is required for the records of some entities of a tree.
///
/// In the stored root it is optional, since other records of the tree lack it.
public struct KindRequirement: Sendable {
  /// The stored root.
  public let entity: String
  /// The name of the relationship in the root.
  public let relationship: String
  /// The entities that require it: the declaring one and its descendants.
  public let kinds: Set<String>
}

extension Schema {
  /// The required relationships of entities that have a parent.
  public var kindRequirements: [KindRequirement] {
    entities.filter { $0.parent != nil }.flatMap { entity in
      entity.ownProperties.compactMap { property -> KindRequirement? in
        guard case .relationship(let relationship) = property,
          !relationship.isToMany, !relationship.isOptional
        else { return nil }
        return KindRequirement(
          entity: root(of: entity.name),
          relationship: storedName(of: relationship.name, in: entity.name),
          kinds: Set(kinds(of: entity.name))
        )
      }
    }
  }
}
