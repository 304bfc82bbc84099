public import Model

/// The constraints on the records of a stored root and its descendants, with stored names.
public struct StoredConstraints: Sendable {
  /// A check of one entity.
  public struct Check: Sendable {
    /// The condition on the stored root, which is true for records of other entities.
    public let rule: CheckRule
    /// The entity that declares the rule.
    public let entity: String
    /// The entities that the rule applies to, which are ``entity`` and its descendants; nil for all
    /// of the root.
    public let kinds: Set<String>?
  }

  /// The bounds of a to-many relationship.
  public struct Bounds: Sendable {
    /// The relationship of the stored root.
    public let relationship: Relationship
    /// The allowed number of related records.
    public let bounds: RelationshipBounds
    /// The entity that declares the relationship.
    public let entity: String
    /// The entities that have the relationship, which are ``entity`` and its descendants; nil for
    /// all of the root.
    public let kinds: Set<String>?
  }

  /// The rules in declared order.
  public var checks: [Check] = []
  /// The bounds, in the same order.
  public var bounds: [Bounds] = []

  /// Creates empty constraints.
  public init() {}
}

extension Schema {
  /// The checks and bounds of `root` and its descendants for `storedEntities`. The stored root
  /// has the unique keys and indexes.
  ///
  /// Each call rewrites all expressions, so cache the result.
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

  /// The rule with a condition that applies to records of `entity` only.
  private func stored(_ rule: CheckRule, of entity: String, _ names: StoredNames) -> CheckRule {
    let condition = names.expression(rule.condition)
    let root = root(of: entity)
    guard root != entity else {
      return CheckRule(condition: condition, text: rule.text, message: rule.message)
    }
    // An `if`, since the condition must not fail for other records.
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
  /// A relationship of `entity` with stored names.
  fileprivate func stored(_ relationship: Relationship, of entity: String) -> Relationship {
    var stored = relationship
    stored.name = self.relationship(relationship.name, in: entity)
    stored.destination = self.entity(relationship.destination)
    stored.inverse = self.relationship(relationship.inverse, in: relationship.destination)
    return stored
  }
}
