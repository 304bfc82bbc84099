import Model

extension StoredSchema {
  /// The sets of fields that no two records of a root entity share: single attributes, then keys of
  /// several.
  func uniqueKeys(of entity: String) -> [[AttributePath]] {
    guard let stored = entities.first(where: { $0.name == entity }) else { return [] }
    return stored.attributes.filter(\.isUnique).map { [AttributePath([$0.name])] }
      + stored.constraints.uniqueKeys.map { $0.map { AttributePath([$0]) } }
  }

  /// The rules of a root entity.
  func rules(of entity: String) -> [CheckRule] {
    entities.first { $0.name == entity }?.constraints.checks ?? []
  }
}
