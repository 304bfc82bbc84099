public import Model

/// Models that get other names, and nothing else.
public struct ModelRenames: Sendable {
  /// By the names that models have, those that they get.
  public let names: [String: String]

  /// The renames that `schema` is still to see; `former` has by each new name the old one.
  public init(_ former: [String: String], of schema: Schema) {
    let open = former.filter { schema.entity($0.value) != nil && schema.entity($0.key) == nil }
    names = Dictionary(open.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
  }

  /// What a model is called from then on.
  public func name(_ entity: String) -> String { names[entity] ?? entity }

  /// What a relationship is called from then on: inverses that nobody named say whose they are.
  public func relationship(_ name: String) -> String { UnnamedInverse.renamed(name, names) ?? name }

  /// The same models under their new names; each says what it was called.
  public func schema(_ old: Schema) -> Schema {
    if names.isEmpty { return old }
    let expressions = StoredNames(renaming: self)
    let entities = old.entities.map { entity in
      var constraints = entity.ownConstraints
      constraints.checks = constraints.checks.map { rule in
        CheckRule(
          condition: expressions.expression(rule.condition),
          text: rule.text,
          message: rule.message
        )
      }
      return Entity(
        name: name(entity.name),
        parent: entity.parent.map(name),
        documentation: entity.documentation,
        properties: entity.ownProperties.map { property($0, expressions) },
        displayProperty: entity.ownDisplayProperty,
        constraints: constraints,
        identity: entity.identity,
        formerName: names[entity.name] == nil ? nil : entity.name
      )
    }
    return Schema(entities: entities, types: old.types, uriStore: old.uriStore)
  }

  private func property(_ property: Property, _ expressions: StoredNames) -> Property {
    switch property {
    case .attribute(var attribute):
      attribute.formerName = nil
      return .attribute(attribute)
    case .relationship(var relationship):
      let former = relationship.name
      relationship.name = self.relationship(former)
      relationship.formerDestination =
        names[relationship.destination] == nil ? nil : relationship.destination
      relationship.destination = name(relationship.destination)
      relationship.inverse = self.relationship(relationship.inverse)
      relationship.formerName = relationship.name == former ? nil : former
      return .relationship(relationship)
    case .computed(let computed):
      return .computed(
        ComputedAttribute(
          name: computed.name,
          expression: expressions.expression(computed.expression),
          text: computed.text
        )
      )
    }
  }
}
