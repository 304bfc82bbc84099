/// Entities with a parent.
///
/// A store keeps all entities of a tree as one: the root, with the members of all of them and a
/// string that names the entity of each record. Only ``storedEntities`` and the requests of the
/// binder use this form; see ``StoredNames`` in `Expressions`.
extension Schema {
  /// The string attribute of a stored root that names the entity of a record; nil means the root.
  public static let kindAttribute = "@kind"

  /// Whether any entity has a parent.
  public var hasInheritance: Bool { entities.contains { $0.parent != nil } }

  /// `entity`, its parent, the parent's parent and so on.
  public func lineage(of entity: String) -> [String] {
    guard var parent = parent(of: entity) else { return [entity] }
    var lineage = [entity]
    var seen: Set<String> = [entity]
    while seen.insert(parent).inserted {
      lineage.append(parent)
      guard let next = self.parent(of: parent) else { break }
      parent = next
    }
    return lineage
  }

  /// The parent of `entity`, if the schema has it.
  private func parent(of entity: String) -> String? {
    self.entity(entity)?.parent.flatMap { self.entity($0)?.name }
  }

  /// The root of the tree that `entity` belongs to, or `entity` itself.
  public func root(of entity: String) -> String {
    lineage(of: entity).last ?? entity
  }

  /// Whether every record of `entity` is also one of `ancestor`.
  public func isKind(_ entity: String, of ancestor: String) -> Bool {
    lineage(of: entity).contains(ancestor)
  }

  /// `entity` and its descendants in declared order.
  public func kinds(of entity: String) -> [String] {
    guard hasInheritance else { return self.entity(entity).map { [$0.name] } ?? [] }
    return entities.map(\.name).filter { $0 == entity || isKind($0, of: entity) }
  }

  /// The entity that declares the member `property` of `entity`.
  public func declaringEntity(of property: String, in entity: String) -> String {
    guard self.entity(entity)?.parent != nil else { return entity }
    return lineage(of: entity).first { name in
      self.entity(name)?.ownProperties.contains { $0.name == property } ?? false
    } ?? entity
  }

  /// The stored name of the member `property` of `entity`. It is prefixed with the declaring
  /// entity, unless that is the root, since siblings can share a name.
  public func storedName(of property: String, in entity: String) -> String {
    storedName(of: property, declaredBy: declaringEntity(of: property, in: entity))
  }

  private func storedName(of property: String, declaredBy owner: String) -> String {
    owner == root(of: owner) || property == Self.kindAttribute
      ? property : "\(owner).\(property)"
  }

  /// The stored entities: roots with the members, unique keys and indexes of their descendants.
  ///
  /// For checks and bounds see `storedConstraints(of:)` in `Expressions`.
  public var storedEntities: [Entity] {
    guard hasInheritance else { return entities }
    let trees = Dictionary(grouping: entities) { root(of: $0.name) }
    return entities.compactMap { root in trees[root.name].map { storedRoot(root, $0) } }
  }

  /// The schema of ``storedEntities``.
  public var asStored: Schema {
    hasInheritance ? Schema(entities: storedEntities, types: types) : self
  }

  private func storedRoot(_ root: Entity, _ kinds: [Entity]) -> Entity {
    let kind = Attribute(name: Self.kindAttribute, type: .string, isOptional: true)
    return Entity(
      name: root.name,
      documentation: root.documentation,
      properties: kinds.flatMap { kind in
        kind.ownProperties.map { stored($0, of: kind, isRoot: kind.name == root.name) }
      } + (kinds.count > 1 ? [.attribute(kind)] : []),
      displayProperty: root.displayProperty,
      constraints: EntityConstraints(
        uniqueKeys: storedKeys(\.uniqueKeys, of: kinds),
        foldedKeys: kinds.flatMap { kind in
          kind.ownConstraints.foldedKeys.map { key in
            key.renamed { storedName(of: $0, in: kind.name) }
          }
        },
        indexes: storedKeys(\.indexes, of: kinds)
      ),
      oldName: root.oldName
    )
  }

  /// Keys with stored names. They do not affect other records of the tree, whose values are nil.
  private func storedKeys(
    _ keys: KeyPath<EntityConstraints, [[String]]>,
    of kinds: [Entity]
  ) -> [[String]] {
    kinds.flatMap { kind in
      kind.ownConstraints[keyPath: keys].map { key in
        key.map { storedName(of: $0, in: kind.name) }
      }
    }
  }

  /// The previous stored name of a member that was renamed, or whose model was.
  private func oldStoredName(of property: Property, _ kind: Entity, isRoot: Bool) -> String? {
    if isRoot { return property.oldName }
    if property.oldName == nil, kind.oldName == nil { return nil }
    return "\(kind.oldName ?? kind.name).\(property.oldName ?? property.name)"
  }

  /// A member in its stored form; members of descendants are optional, as other records lack them.
  private func stored(_ property: Property, of kind: Entity, isRoot: Bool) -> Property {
    let entity = kind.name
    let oldName = oldStoredName(of: property, kind, isRoot: isRoot)
    switch property {
    case .computed:
      return property
    case .attribute(var attribute):
      attribute.name = storedName(of: attribute.name, declaredBy: entity)
      attribute.isOptional = attribute.isOptional || !isRoot
      attribute.defaultValue = isRoot ? attribute.defaultValue : nil
      attribute.oldName = oldName
      return .attribute(attribute)
    case .relationship(var relationship):
      let destination = relationship.destination
      relationship.name = storedName(of: relationship.name, declaredBy: entity)
      relationship.destination = root(of: destination)
      relationship.oldDestination = self.entity(relationship.destination)?.oldName
      relationship.isOptional = relationship.isOptional || !isRoot
      relationship.inverse = storedName(of: relationship.inverse, in: destination)
      relationship.bounds = isRoot ? relationship.bounds : nil
      relationship.oldName = oldName
      return .relationship(relationship)
    }
  }
}
