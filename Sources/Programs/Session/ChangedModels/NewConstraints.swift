import Model
import Storage

/// What a changed model demands of its records that it did not demand before.
struct NewConstraints {
  /// The model as it will be.
  let entity: Entity
  /// Its rules; those that a parent demands newly as well are the parent's matter.
  let checks: [CheckRule]
  /// To-many relationships with bounds.
  let bounded: [(relationship: Relationship, bounds: RelationshipBounds)]
  /// Unique keys, single attributes among them.
  let uniqueKeys: [[String]]

  /// Compares the model as it is with what it will be in `new`.
  init(_ old: Entity, in new: Schema, _ schema: Schema) {
    let entity = new.entity(old.name) ?? old
    self.entity = entity
    let parents = entity.parent.map { new.lineage(of: $0).compactMap(new.entity) } ?? []
    let elsewhere = Set(
      parents.filter { schema.entity($0.name) != nil }.flatMap(\.ownConstraints.checks)
    ).subtracting(old.constraints.checks)
    checks = entity.constraints.checks.filter {
      !old.constraints.checks.contains($0)
        && !(elsewhere.contains($0) && entity.isKnownKind(of: parents, in: schema))
    }
    bounded = entity.ownProperties.compactMap { property in
      guard case .relationship(let relationship) = property, let bounds = relationship.bounds,
        old.member(thatBecame: property)?.bounds != bounds
      else { return nil }
      return (relationship, bounds)
    }
    uniqueKeys = entity.ownUniqueKeys.filter { key in
      !old.ownUniqueKeys.contains { Set($0) == Set(entity.oldNames(of: key, in: old)) }
    }
  }

  var isEmpty: Bool { checks.isEmpty && bounded.isEmpty && uniqueKeys.isEmpty }
}

extension Entity {
  /// Whether the records are the first of `parents`' already, which is asked itself.
  fileprivate func isKnownKind(of parents: [Entity], in schema: Schema) -> Bool {
    parents.first.map { schema.isKind(name, of: $0.name) } ?? false
  }

  /// The unique keys that the model says itself.
  fileprivate var ownUniqueKeys: [[String]] {
    ownProperties.compactMap { property in
      if case .attribute(let attribute) = property, attribute.isUnique {
        [attribute.name]
      } else {
        nil
      }
    } + ownConstraints.uniqueKeys
  }

  /// What the attributes of `key` are called in `old`.
  func oldNames(of key: [String], in old: Entity) -> [String] {
    key.map { name in property(name).flatMap { old.member(thatBecame: $0)?.name } ?? name }
  }

  /// The member that `property` is made of: the one of its name, else the one that it was.
  func member(thatBecame property: Property) -> Property? {
    self.property(property.name) ?? property.oldName.flatMap(self.property)
  }
}

extension Property {
  fileprivate var bounds: RelationshipBounds? {
    if case .relationship(let relationship) = self { relationship.bounds } else { nil }
  }
}
