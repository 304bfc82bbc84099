import Model
import Storage

/// The constraints that a changed model adds.
struct NewConstraints {
  /// The new model.
  let entity: Entity
  /// The new rules, without those that a parent model adds, too.
  let checks: [CheckRule]
  /// The to-many relationships with new bounds.
  let bounded: [(relationship: Relationship, bounds: RelationshipBounds)]
  /// The new unique keys, including single attributes.
  let uniqueKeys: [[String]]
  /// The new unique keys that ignore case or diacritics.
  let foldedKeys: [FoldedKey]

  /// Compares the model with its new version in `new`.
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
        old.member(before: property)?.bounds != bounds
      else { return nil }
      return (relationship, bounds)
    }
    uniqueKeys = entity.ownUniqueKeys.filter { key in
      !old.ownUniqueKeys.contains { Set($0) == Set(entity.oldNames(of: key, in: old)) }
    }
    foldedKeys = entity.ownConstraints.foldedKeys.filter { key in
      !old.ownConstraints.foldedKeys.contains {
        $0.match == key.match
          && Set($0.attributes) == Set(entity.oldNames(of: key.attributes, in: old))
      }
    }
  }

  var isEmpty: Bool {
    checks.isEmpty && bounded.isEmpty && uniqueKeys.isEmpty && foldedKeys.isEmpty
  }
}

extension Entity {
  /// Whether the model already was a submodel of the first of `parents`.
  fileprivate func isKnownKind(of parents: [Entity], in schema: Schema) -> Bool {
    parents.first.map { schema.isKind(name, of: $0.name) } ?? false
  }

  /// The unique keys that the model itself declares.
  fileprivate var ownUniqueKeys: [[String]] {
    ownProperties.compactMap { property in
      if case .attribute(let attribute) = property, attribute.isUnique {
        [attribute.name]
      } else {
        nil
      }
    } + ownConstraints.uniqueKeys
  }

  /// The names of the attributes of `key` in `old`.
  func oldNames(of key: [String], in old: Entity) -> [String] {
    key.map { name in property(name).flatMap { old.member(before: $0)?.name } ?? name }
  }

  /// The old member that becomes `property`: the one with its name or its former name.
  func member(before property: Property) -> Property? {
    self.property(property.name) ?? property.oldName.flatMap(self.property)
  }
}

extension Property {
  fileprivate var bounds: RelationshipBounds? {
    if case .relationship(let relationship) = self { relationship.bounds } else { nil }
  }
}
