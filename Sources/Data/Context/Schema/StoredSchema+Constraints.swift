import Model

extension StoredSchema {
  /// The sets of fields that no two records of a root entity share.
  func uniqueKeys(of entity: String) -> [[AttributePath]] {
    (try? layout(entity).uniqueKeys) ?? []
  }

  /// The fields that only records of some models have, and whether these must have them.
  func fieldsOfKinds(of root: String) -> [KindField] {
    declared.kinds(of: root).filter { $0 != root }.compactMap(declared.entity).flatMap { entity in
      let kinds = Set(declared.kinds(of: entity.name))
      return entity.ownProperties.flatMap { property -> [KindField] in
        guard case .attribute(let attribute) = property else { return [] }
        let stored = declared.storedName(of: attribute.name, in: entity.name)
        return StoredField.leaves(of: attribute).map { leaf in
          let path = AttributePath([stored] + leaf.path.components.dropFirst())
          let field = StoredField(path: path, type: leaf.type, isOptional: leaf.isOptional)
          return KindField(field: field, entity: entity.name, kinds: kinds)
        }
      }
    }
  }

  /// The fields that only records of some models must have, with those models.
  func fieldsRequiredByKinds(of root: String) -> [(path: AttributePath, kinds: Set<String>)] {
    fieldsOfKinds(of: root).filter { !$0.field.isOptional }.map { ($0.field.path, $0.kinds) }
  }

  /// The models that relationships of a root entity lead to, where not all of their root do.
  func destinationKinds(of root: String) -> [String: (kind: String, all: Set<String>)] {
    var found: [String: (kind: String, all: Set<String>)] = [:]
    for entity in declared.kinds(of: root).compactMap(declared.entity) {
      for case .relationship(let relationship) in entity.ownProperties {
        let destination = relationship.destination
        guard declared.root(of: destination) != destination else { continue }
        found[declared.storedName(of: relationship.name, in: entity.name)] = (
          destination, Set(declared.kinds(of: destination))
        )
      }
    }
    return found
  }

  /// The models whose records must have a to-one relationship: nil for all, empty for none.
  func kinds(requiring relationship: Relationship, of root: String) -> Set<String>? {
    if !relationship.isOptional { return nil }
    return declared.kindRequirements
      .filter { $0.entity == root && $0.relationship == relationship.name }
      .reduce(into: []) { $0.formUnion($1.kinds) }
  }
}

/// A stored field of which only records of some models may have a value.
struct KindField {
  /// The field under its stored name; optional where these models say so.
  let field: StoredField
  /// The model that declares it.
  let entity: String
  /// That model and those that specialise it.
  let kinds: Set<String>
}
