/// Entities that specialise others.
///
/// All entities of one tree are kept by a store as one: the root, with the members of all of them
/// and a text that says of which entity each record is. Only ``storedEntities`` and the requests
/// that the binder makes know of it; see ``StoredNames`` in `Expressions`.
extension Schema {
  /// The text attribute of a stored root that names the entity of a record; nil stands for the root.
  public static let kindAttribute = "@kind"

  /// Whether any entity specialises another one.
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

  /// The entity that `entity` specialises, if that is there.
  private func parent(of entity: String) -> String? {
    self.entity(entity)?.parent.flatMap { self.entity($0)?.name }
  }

  /// The entity at the top of the tree that `entity` belongs to; itself without a parent.
  public func root(of entity: String) -> String {
    lineage(of: entity).last ?? entity
  }

  /// Whether every record of `entity` is one of `ancestor`.
  public func isKind(_ entity: String, of ancestor: String) -> Bool {
    lineage(of: entity).contains(ancestor)
  }

  /// `entity` and all that specialise it, in declared order.
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

  /// The name under which a store keeps the member `property` of `entity`: that of the declaring
  /// entity stands before it unless this is the root, as siblings may use a name twice.
  public func storedName(of property: String, in entity: String) -> String {
    storedName(of: property, declaredBy: declaringEntity(of: property, in: entity))
  }

  private func storedName(of property: String, declaredBy owner: String) -> String {
    owner == root(of: owner) || property == Self.kindAttribute
      ? property : "\(owner).\(property)"
  }

  /// The entities as a store keeps them: roots, with the members, unique keys and indexes of those
  /// that specialise them. What their rules and bounds are is said by `storedConstraints(of:)` in
  /// `Expressions`.
  public var storedEntities: [Entity] {
    guard hasInheritance else { return entities }
    let trees = Dictionary(grouping: entities) { root(of: $0.name) }
    return entities.compactMap { root in trees[root.name].map { storedRoot(root, $0) } }
  }

  /// The schema of the entities as a store keeps them.
  public var asStored: Schema {
    hasInheritance ? Schema(entities: storedEntities, types: types, recordURIs: recordURIs) : self
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
        indexes: storedKeys(\.indexes, of: kinds)
      ),
      formerName: root.formerName
    )
  }

  /// Keys under the names of the root. Each has an attribute that only the kinds have which declare
  /// it, and what is nil conflicts with nothing.
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

  /// What the store called a member whose own name, or that of its model, was another one.
  private func formerStoredName(of property: Property, _ kind: Entity, isRoot: Bool) -> String? {
    if isRoot { return property.formerName }
    if property.formerName == nil, kind.formerName == nil { return nil }
    return "\(kind.formerName ?? kind.name).\(property.formerName ?? property.name)"
  }

  /// What a specialised entity must have, other records of the tree lack.
  private func stored(_ property: Property, of kind: Entity, isRoot: Bool) -> Property {
    let entity = kind.name
    let formerName = formerStoredName(of: property, kind, isRoot: isRoot)
    switch property {
    case .computed:
      return property
    case .attribute(var attribute):
      attribute.name = storedName(of: attribute.name, declaredBy: entity)
      attribute.isOptional = attribute.isOptional || !isRoot
      attribute.defaultValue = isRoot ? attribute.defaultValue : nil
      attribute.formerName = formerName
      return .attribute(attribute)
    case .relationship(var relationship):
      let destination = relationship.destination
      relationship.name = storedName(of: relationship.name, declaredBy: entity)
      relationship.destination = root(of: destination)
      relationship.formerDestination = self.entity(relationship.destination)?.formerName
      relationship.isOptional = relationship.isOptional || !isRoot
      relationship.inverse = storedName(of: relationship.inverse, in: destination)
      relationship.bounds = isRoot ? relationship.bounds : nil
      relationship.formerName = formerName
      return .relationship(relationship)
    }
  }
}
