/// What must hold for the records of an entity, besides what its properties say of themselves.
public struct EntityConstraints: Hashable, Sendable {
  /// `check limit > 0 else "…"`, in declared order.
  public var checks: [CheckRule]
  /// `unique (owner, name)`: the attributes that no two records share all of, if none of them is nil.
  public var uniqueKeys: [[String]]
  /// `index (created)`: attributes by which records are looked up.
  public var indexes: [[String]]

  /// Makes constraints.
  public init(
    checks: [CheckRule] = [],
    uniqueKeys: [[String]] = [],
    indexes: [[String]] = []
  ) {
    self.checks = checks
    self.uniqueKeys = uniqueKeys
    self.indexes = indexes
  }

  /// These behind `inherited`.
  func following(_ inherited: EntityConstraints) -> EntityConstraints {
    EntityConstraints(
      checks: inherited.checks + checks,
      uniqueKeys: inherited.uniqueKeys + uniqueKeys,
      indexes: inherited.indexes + indexes
    )
  }
}

/// A condition that every saved record fulfils: `check limit > 0 else "limit must be positive"`.
public struct CheckRule: Hashable, Sendable {
  /// Over scope level 0, the record; it may reach others by its relationships. Nil counts as true,
  /// as nothing is known to be wrong.
  public let condition: TypedExpression
  /// The condition as the model wrote it.
  public let text: String
  /// What is said of a record that breaks the rule; nil where the model says nothing.
  public let message: String?

  /// Makes a rule.
  public init(condition: TypedExpression, text: String, message: String?) {
    self.condition = condition
    self.text = text
    self.message = message
  }
}

/// How many records may stand behind a to-many relationship: `[Expense](1...10)`.
public struct RelationshipBounds: Hashable, Sendable {
  /// The least number.
  public let minimum: Int
  /// The greatest number; nil where there is none.
  public let maximum: Int?

  /// Makes bounds.
  public init(minimum: Int, maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether `count` lies within.
  public func contains(_ count: Int) -> Bool {
    count >= minimum && maximum.map { count <= $0 } ?? true
  }
}
