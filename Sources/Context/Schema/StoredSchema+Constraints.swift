import Model

extension StoredSchema {
  /// The sets of fields that no two records of a root entity share: single attributes, then keys of
  /// several.
  func uniqueKeys(of entity: String) -> [[AttributePath]] {
    guard let stored = entities.first(where: { $0.name == entity }) else { return [] }
    return stored.attributes.filter(\.isUnique).map { [AttributePath([$0.name])] }
      + stored.constraints.uniqueKeys.map { $0.map { AttributePath([$0]) } }
  }

  /// The fields that only records of some models must have, with those models.
  func fieldsRequiredByKinds(of root: String) -> [(path: AttributePath, kinds: Set<String>)] {
    declared.kinds(of: root).filter { $0 != root }.compactMap(declared.entity).flatMap { entity in
      let kinds = Set(declared.kinds(of: entity.name))
      return entity.ownProperties.flatMap { property -> [(AttributePath, Set<String>)] in
        guard case .attribute(let attribute) = property else { return [] }
        let stored = declared.storedName(of: attribute.name, in: entity.name)
        return StoredField.leaves(of: attribute).filter { !$0.isOptional }.map {
          (AttributePath([stored] + $0.path.components.dropFirst()), kinds)
        }
      }
    }
  }

  /// The models whose records must have a to-one relationship: nil for all, empty for none.
  func kinds(requiring relationship: Relationship, of root: String) -> Set<String>? {
    if !relationship.isOptional { return nil }
    return declared.kindRequirements
      .filter { $0.entity == root && $0.relationship == relationship.name }
      .reduce(into: []) { $0.formUnion($1.kinds) }
  }
}
