public import Model

/// Renames of models and enum cases.
public struct ModelRenames: Sendable {
  /// The new names of models by their old ones.
  public let names: [String: String]

  /// The new names of cases by their old ones, for each enum.
  public let cases: [String: [String: String]]

  /// The renames that `schema` does not have yet.
  ///
  /// - Parameters:
  ///   - oldNames: The old names of models by their new ones.
  ///   - oldCases: The same for the cases of each enum.
  ///   - schema: The schema to update.
  public init(
    _ oldNames: [String: String],
    cases oldCases: [String: [String: String]] = [:],
    of schema: Schema
  ) {
    cases = Self.openCases(oldCases, schema)
    let open = oldNames.filter { schema.entity($0.value) != nil && schema.entity($0.key) == nil }
    names = Dictionary(keepingFirst: open.map { ($0.value, $0.key) })
  }

  private static func openCases(
    _ oldNames: [String: [String: String]],
    _ schema: Schema
  ) -> [String: [String: String]] {
    var cases: [String: [String: String]] = [:]
    for case .enumeration(let type) in schema.types.map(\.type) {
      let open = (oldNames[type.name] ?? [:]).filter { new, old in
        type.ordinal(of: old) != nil && type.ordinal(of: new) == nil
      }
      if open.isEmpty { continue }
      cases[type.name] = Dictionary(
        keepingFirst: open.map { ($0.value, $0.key) }
      )
    }
    return cases
  }

  /// Whether nothing is renamed.
  public var isEmpty: Bool { names.isEmpty && cases.isEmpty }

  /// The enum with new case names.
  public func enumeration(_ type: EnumerationType) -> EnumerationType {
    guard let names = cases[type.name] else { return type }
    return EnumerationType(name: type.name, cases: type.cases.map { names[$0] ?? $0 })
  }

  /// A value with new case names, if `type` is an enum or a list of one.
  public func value(_ value: Value, of type: ValueType) -> Value {
    switch (type, value) {
    case (.enumeration(let type), .string(let text)): .string(cases[type.name]?[text] ?? text)
    case (.list(let element), .list(let values)):
      .list(values.map { self.value($0, of: element) })
    default: value
    }
  }

  /// The new name of a model.
  public func name(_ entity: String) -> String { names[entity] ?? entity }

  /// The new name of a relationship; unnamed inverses contain the name of their model.
  public func relationship(_ name: String) -> String { UnnamedInverse.renamed(name, names) ?? name }

  /// The schema after the renames; each renamed entity has its old name.
  public func schema(_ old: Schema) -> Schema {
    if isEmpty { return old }
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
        oldName: names[entity.name] == nil ? nil : entity.name
      )
    }
    let types = types(old)
    return Schema(
      entities: cases.isEmpty ? entities : entities.map { $0.updated(by: types) },
      types: types
    )
  }

  /// The enums and structs with new case names.
  private func types(_ old: Schema) -> [DeclaredType] {
    if cases.isEmpty { return old.types }
    let enums = old.types.compactMap { declared -> DeclaredType? in
      guard case .enumeration(let type) = declared.type else { return nil }
      return .enumeration(enumeration(type), documentation: declared.documentation)
    }
    return old.types.map { declared in
      switch declared.type.updated(by: enums) {
      case .enumeration(let type): .enumeration(type, documentation: declared.documentation)
      case .composite(let type): .structure(type, documentation: declared.documentation)
      default: declared
      }
    }
  }

  private func property(_ property: Property, _ expressions: StoredNames) -> Property {
    switch property {
    case .attribute(var attribute):
      attribute.oldName = nil
      attribute.defaultValue = attribute.defaultValue.map {
        DefaultValue(expression: expressions.expression($0.expression), text: $0.text)
      }
      return .attribute(attribute)
    case .relationship(var relationship):
      let old = relationship.name
      relationship.name = self.relationship(old)
      relationship.oldDestination =
        names[relationship.destination] == nil ? nil : relationship.destination
      relationship.destination = name(relationship.destination)
      relationship.inverse = self.relationship(relationship.inverse)
      relationship.oldName = relationship.name == old ? nil : old
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
