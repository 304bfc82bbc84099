import Expressions
import Model

extension StoredSchema {
  /// The unique keys of a root entity, exact ones first.
  func uniqueKeys(of entity: String) -> [[AttributePath]] {
    guard let layout = try? layout(entity) else { return [] }
    return layout.uniqueKeys + layout.foldedKeys.map(\.paths)
  }

  /// What the strings of a unique key ignore; nil for an exact key.
  func folding(of paths: [AttributePath], _ entity: String) -> StringMatch? {
    (try? layout(entity))?.foldedKeys.first { $0.paths == paths }?.match
  }

  /// The fields that only records of some submodels have.
  func fieldsOfKinds(of root: String) -> [SubmodelField] {
    declared.kinds(of: root).filter { $0 != root }.compactMap(declared.entity).flatMap { entity in
      let kinds = Set(declared.kinds(of: entity.name))
      return entity.ownProperties.flatMap { property -> [SubmodelField] in
        guard case .attribute(let attribute) = property else { return [] }
        let stored = declared.storedName(of: attribute.name, in: entity.name)
        return StoredField.leaves(of: attribute).map { leaf in
          let path = AttributePath([stored] + leaf.path.components.dropFirst())
          let field = StoredField(path: path, type: leaf.type, isOptional: leaf.isOptional)
          return SubmodelField(field: field, entity: entity.name, kinds: kinds)
        }
      }
    }
  }

  /// The fields that only some submodels require.
  func fieldsRequiredByKinds(of root: String) -> [(path: AttributePath, kinds: Set<String>)] {
    fieldsOfKinds(of: root).filter { !$0.field.isOptional }.map { ($0.field.path, $0.kinds) }
  }

  /// The destinations of a root entity's relationships that are submodels.
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

  /// The models that require a to-one relationship: nil for all, empty for none.
  func kinds(requiring relationship: Relationship, of root: String) -> Set<String>? {
    if !relationship.isOptional { return nil }
    return declared.kindRequirements
      .filter { $0.entity == root && $0.relationship == relationship.name }
      .reduce(into: []) { $0.formUnion($1.kinds) }
  }
}

/// A stored field that only some submodels have.
struct SubmodelField {
  /// The field under its stored name; whether it is optional in these models.
  let field: StoredField
  /// The declaring model.
  let entity: String
  /// That model and its submodels.
  let kinds: Set<String>
}
