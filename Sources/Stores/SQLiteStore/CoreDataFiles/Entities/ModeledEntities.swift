import CoreDataModels
import Model
import SQLGeneration
import TableModels

/// Converts the entities of a Core Data model, and maps them to tables.
struct ModeledEntities {
  let model: ManagedObjectModel
  let placed: MappedEntities
  let names: MemberNaming
  let columns: AttributeColumns
  let links: RelationshipLinks
  /// The structs of composite attributes.
  var structs: StructNaming
  /// What was omitted or renamed.
  private(set) var notes: [String]

  mutating func note(_ text: String) { notes.append(text) }

  init(
    _ model: ManagedObjectModel,
    _ catalogue: StoreCatalogue,
    samples: ColumnSamples,
    externalFolder: ExternalFolder
  ) {
    self.model = model
    placed = MappedEntities(model, catalogue)
    names = MemberNaming(placed.all, model)
    columns = AttributeColumns(samples: samples, externalFolder: externalFolder)
    links = RelationshipLinks(model, placed, catalogue)
    structs = StructNaming(besides: placed.all.map { [names] in names.entity($0.model.name) })
    notes = placed.notes + names.notes + links.notes
  }

  /// The schema, and the mapping of its entities.
  mutating func make() -> (Schema, PhysicalMapping) {
    var attributes: [String: [MappedAttribute]] = [:]
    for entity in placed.all { attributes[entity.model.name] = self.attributes(of: entity) }
    let entities = placed.all.map { entity($0, attributes[$0.model.name] ?? []) }
    let schema = Schema(
      entities: entities.sorted { $0.name < $1.name },
      types: structs.all.map { .structure($0) }
    )
    return (schema, mapping(schema, attributes))
  }

  // MARK: Entities

  private func entity(_ entity: MappedEntity, _ attributes: [MappedAttribute]) -> Entity {
    let relationships = relationships(of: entity.model.name)
    let shown = attributes.map(\.attribute)
    return Entity(
      name: names.entity(entity.model.name),
      parent: model.lineage(of: entity.model.name).dropFirst().first.map(names.entity),
      documentation: documentation(entity.model),
      properties: shown.map(Property.attribute) + relationships.map(Property.relationship),
      displayProperty: DisplayedColumn.name(among: shown, table: entity.model.name),
      constraints: EntityConstraints(
        uniqueKeys: keys(entity.model.uniqueKeys.filter { $0.count > 1 }, entity, attributes),
        indexes: keys(entity.model.indexes, entity, attributes)
      )
    )
  }

  /// The entity's properties that its declaration does not show.
  private func documentation(_ entity: ModelEntity) -> String? {
    let transient =
      entity.attributes.filter(\.isTransient).map(\.name)
      + entity.relationships.filter(\.isTransient).map(\.name)
    let derived = entity.attributes.filter(\.isDerived).map(\.name)
    let parts = [
      entity.isAbstract ? "abstract" : nil,
      transient.isEmpty ? nil : "transient: " + transient.joined(separator: ", "),
      derived.isEmpty ? nil : "derived: " + derived.joined(separator: ", "),
      entity.fetchedProperties.isEmpty
        ? nil : "fetched properties: " + entity.fetchedProperties.joined(separator: ", "),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The keys that consist of the entity's own attributes with one column each.
  private func keys(
    _ keys: [[String]],
    _ entity: MappedEntity,
    _ attributes: [MappedAttribute]
  ) -> [[String]] {
    var seen: Set<Set<String>> = []
    return keys.compactMap { key in
      let members = key.compactMap { name in
        attributes.first { $0.model.name == name && $0.isKeyPart }?.attribute.name
      }
      return members.count == key.count && !key.isEmpty && seen.insert(Set(members)).inserted
        ? members : nil
    }
  }

  // MARK: Relationships

  /// The relationships of an entity; anonymous inverses come last.
  private func relationships(of entity: String) -> [Relationship] {
    let own = links.links(of: entity).map(relationship)
    let anonymous = links.links(to: entity).compactMap { link -> Relationship? in
      guard let place = link.anonymousInverse else { return nil }
      return Relationship(
        name: anonymousName(link),
        destination: names.entity(link.entity),
        isToMany: place.isToMany,
        deleteRule: link.relationship.isToMany || link.relationship.isOptional ? .nullify : .deny,
        inverse: names.member(link.relationship.name, of: link.entity),
        isAnonymous: true
      )
    }
    return own + anonymous
  }

  func anonymousName(_ link: RelationshipLink) -> String {
    UnnamedInverse.name(
      of: names.member(link.relationship.name, of: link.entity),
      in: names.entity(link.entity)
    )
  }

  private func relationship(_ link: RelationshipLink) -> Relationship {
    let own = link.relationship
    let inverse =
      link.anonymousInverse != nil
      ? anonymousName(link)
      : names.member(own.inverse ?? "", of: own.destination)
    return Relationship(
      name: names.member(own.name, of: link.entity),
      destination: names.entity(own.destination),
      isToMany: own.isToMany,
      isOptional: own.isOptional || own.isToMany,
      isOrdered: own.isOrdered && keepsOrder(link),
      deleteRule: own.deleteRule.rule,
      inverse: inverse,
      bounds: bounds(own)
    )
  }

  private func bounds(_ own: ModelRelationship) -> RelationshipBounds? {
    let least = own.isOptional ? 0 : Int(clamping: max(0, own.minCount))
    let most = own.maxCount > 1 ? Int(clamping: own.maxCount) : nil
    return own.isToMany && (least > 0 || most != nil)
      ? RelationshipBounds(minimum: least, maximum: most) : nil
  }

  /// Whether the file has a column with the order of the members.
  private func keepsOrder(_ link: RelationshipLink) -> Bool {
    if case .toMany(.joinTable(let table)) = link.place { return table.position != nil }
    if case .toOne(let back)? = link.anonymousInverse { return back.position != nil }
    let back = links.links(of: link.relationship.destination).first {
      $0.relationship.name == link.relationship.inverse
    }
    if case .toOne(let back)? = back?.place { return back.position != nil }
    return false
  }
}

extension RelationshipLink.Place {
  fileprivate var isToMany: Bool { if case .toMany = self { true } else { false } }
}

extension ModelRelationship.DeleteRule {
  fileprivate var rule: DeleteRule {
    switch self {
    case .noAction: .noAction
    case .nullify: .nullify
    case .cascade: .cascade
    case .deny: .deny
    }
  }
}
