public import Model

/// What must hold for the records that a store keeps together: those of a root entity and of all
/// that specialise it. All names are those of the store.
public struct StoredConstraints: Sendable {
  /// A rule of one entity.
  public struct Check: Sendable {
    /// The condition over the stored root; for records that the rule is not for it is true.
    public let rule: CheckRule
    /// The entity that declares the rule.
    public let entity: String
    /// The entities whose records the rule is for: ``entity`` and those that specialise it; nil for
    /// all of the root.
    public let kinds: Set<String>?
  }

  /// The bounds of a to-many relationship.
  public struct Bounds: Sendable {
    /// The relationship as the stored root has it.
    public let relationship: Relationship
    /// How many records may stand behind it.
    public let bounds: RelationshipBounds
    /// The entity that declares the relationship.
    public let entity: String
    /// The entities whose records have it: ``entity`` and those that specialise it; nil for all of
    /// the root.
    public let kinds: Set<String>?
  }

  /// The rules in declared order.
  public var checks: [Check] = []
  /// The bounds, in the same order.
  public var bounds: [Bounds] = []

  /// Nothing must hold.
  public init() {}
}

extension Schema {
  /// The rules and bounds of `root` and of all entities that specialise it, as a store with
  /// ``storedEntities`` can be asked. Unique keys and indexes are those of the stored root itself.
  ///
  /// Expressions are rewritten at each call, so what is asked often is worth keeping.
  public func storedConstraints(of root: String) -> StoredConstraints {
    let names = StoredNames(self)
    var constraints = StoredConstraints()
    for entity in kinds(of: root).compactMap(entity) {
      let kinds = entity.name == root ? nil : Set(kinds(of: entity.name))
      constraints.checks += entity.ownConstraints.checks.map { rule in
        StoredConstraints.Check(
          rule: names.map { stored(rule, of: entity.name, $0) } ?? rule,
          entity: entity.name,
          kinds: kinds
        )
      }
      for case .relationship(let relationship) in entity.ownProperties {
        guard let bounds = relationship.bounds else { continue }
        constraints.bounds.append(
          StoredConstraints.Bounds(
            relationship: names?.stored(relationship, of: entity.name) ?? relationship,
            bounds: bounds,
            entity: entity.name,
            kinds: kinds
          )
        )
      }
    }
    return constraints
  }

  /// The rule with a condition that looks at records of `entity` only.
  private func stored(_ rule: CheckRule, of entity: String, _ names: StoredNames) -> CheckRule {
    let condition = names.expression(rule.condition)
    let root = root(of: entity)
    guard root != entity else {
      return CheckRule(condition: condition, text: rule.text, message: rule.message)
    }
    // By `if`, as what is wrong with a condition must not be noticed where it does not matter.
    let guarded = TypedExpression.Kind.conditional(
      kindTest(entity, of: .scope(level: 0, entity: root)),
      then: condition,
      otherwise: .literal(.bool(true), .bool)
    )
    return CheckRule(
      condition: TypedExpression(guarded, .bool),
      text: rule.text,
      message: rule.message
    )
  }
}

extension StoredNames {
  /// A relationship of `entity` under the names of the store.
  fileprivate func stored(_ relationship: Relationship, of entity: String) -> Relationship {
    var stored = relationship
    stored.name = self.relationship(relationship.name, in: entity)
    stored.destination = self.entity(relationship.destination)
    stored.inverse = self.relationship(relationship.inverse, in: relationship.destination)
    return stored
  }
}
