/// A to-one relationship that the records of some entities of a tree must have.
///
/// The stored root has it as an optional one, since other records of the tree lack it.
public struct KindRequirement: Sendable {
  /// The stored root.
  public let entity: String
  /// The relationship as the root has it.
  public let relationship: String
  /// The entities that require it: the one that declares it, and all that specialise that.
  public let kinds: Set<String>
}

extension Schema {
  /// What specialised entities require besides what their roots do.
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
