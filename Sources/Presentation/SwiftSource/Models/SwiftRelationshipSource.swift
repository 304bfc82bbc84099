import Expressions
import Model

/// Relationships as properties with `@Relationship`.
struct SwiftRelationshipSource {
  let schema: Schema
  let entity: Entity

  /// `@Relationship(deleteRule: .cascade, inverse: \Expense.budget) var expenses: [Expense] = []`
  func lines(of relationship: Relationship) -> [String] {
    let destination = SwiftName.quoted(relationship.destination)
    let type =
      relationship.isToMany
      ? "[\(destination)] = []" : destination + (relationship.isOptional ? "?" : "")
    return remarks(relationship).map(SwiftComment.line)
      + SwiftLayout.property(
        "Relationship",
        arguments(relationship),
        "var \(SwiftName.quoted(relationship.name)): \(type)"
          + SwiftLayout.otherName(relationship.name)
      )
  }

  private func arguments(_ relationship: Relationship) -> [String] {
    var arguments: [String] = []
    if relationship.deleteRule != .nullify {
      arguments.append("deleteRule: .\(rule(relationship.deleteRule))")
    }
    if let bounds = relationship.bounds {
      if bounds.minimum > 0 { arguments.append("minimumModelCount: \(bounds.minimum)") }
      if let most = bounds.maximum, most > 0 { arguments.append("maximumModelCount: \(most)") }
    }
    if let name = relationship.oldName {
      arguments.append("originalName: \(SwiftLayout.string(name))")
    }
    if let inverse = inverse(relationship), namesInverse(relationship, inverse) {
      let path = [relationship.destination, inverse.name].map(SwiftName.quoted)
      arguments.append("inverse: \\\(path.joined(separator: "."))")
    }
    return arguments
  }

  private func rule(_ rule: DeleteRule) -> String {
    switch rule {
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    case .noAction: "noAction"
    }
  }

  private func remarks(_ relationship: Relationship) -> [String] {
    var remarks: [String] = []
    if relationship.isOrdered {
      remarks.append("ordered: SwiftData does not preserve the order of to-many relationships")
    }
    if relationship.bounds?.maximum == 0 {
      remarks.append("at most 0: SwiftData treats this as unlimited")
    }
    if isItsOwnInverse(relationship) {
      remarks.append(
        "inverse \(relationship.name): in SwiftData, a relationship cannot be its own inverse"
      )
    }
    return remarks
  }

  // MARK: Inverses

  /// The inverse, if it has a name.
  private func inverse(_ relationship: Relationship) -> Relationship? {
    schema.entity(relationship.destination)?.relationship(relationship.inverse)
      .flatMap { $0.isAnonymous ? nil : $0 }
  }

  private func isItsOwnInverse(_ relationship: Relationship) -> Bool {
    relationship.inverse == relationship.name
      && schema.isKind(relationship.destination, of: entity.name)
  }

  /// Whether this side declares the inverse. Only one side can, because macros that refer to each
  /// other are circular: the to-many side, otherwise the one declared first.
  private func namesInverse(_ relationship: Relationship, _ inverse: Relationship) -> Bool {
    if isItsOwnInverse(relationship) { return false }
    if relationship.isToMany != inverse.isToMany { return relationship.isToMany }
    let owner = declaringEntity(of: inverse.name, from: relationship.destination)
    return position(entity.name, relationship.name) < position(owner, inverse.name)
  }

  private func declaringEntity(of name: String, from entity: String) -> String {
    schema.lineage(of: entity).first { ancestor in
      schema.entity(ancestor)?.ownProperties.contains { $0.name == name } ?? false
    } ?? entity
  }

  private func position(_ entity: String, _ member: String) -> (Int, Int) {
    let place = schema.entities.firstIndex { $0.name == entity } ?? 0
    let own = schema.entities.indices.contains(place) ? schema.entities[place].ownProperties : []
    return (place, own.firstIndex { $0.name == member } ?? 0)
  }
}

extension Schema {
  /// The entities with a parent and those related to them by relationships or casts, which require
  /// a SwiftData version with inheritance.
  var modelsOfNewSystems: Set<String> {
    guard hasInheritance else { return [] }
    var users: [String: [String]] = [:]
    for entity in entities {
      for relationship in entity.ownProperties.compactMap(\.namedRelationship) {
        users[relationship.destination, default: []].append(entity.name)
      }
    }
    var found: Set<String> = []
    var open = entities.filter { $0.parent != nil || $0.testsKinds }.map(\.name)
    while let name = open.popLast() {
      if found.insert(name).inserted { open += users[name] ?? [] }
    }
    return found
  }
}

extension Property {
  fileprivate var namedRelationship: Relationship? {
    if case .relationship(let relationship) = self, !relationship.isAnonymous {
      relationship
    } else {
      nil
    }
  }
}

extension Entity {
  /// Whether a computed attribute tests the model of a record.
  fileprivate var testsKinds: Bool {
    computedAttributes.contains { $0.expression.readsKind }
  }
}

extension TypedExpression {
  fileprivate var readsKind: Bool {
    if case .attribute(let path, _) = kind, path.components == [Schema.kindAttribute] {
      return true
    }
    return (children + innerParts).contains { $0.readsKind }
  }
}
