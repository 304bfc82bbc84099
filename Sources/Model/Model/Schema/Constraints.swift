/// The constraints of an entity, in addition to those of its members.
public struct EntityConstraints: Hashable, Sendable {
  /// `check limit > 0 else "…"`, in declared order.
  public var checks: [CheckRule]
  /// `unique (owner, name)`: attributes that together identify a record; keys with nil never
  /// conflict.
  public var uniqueKeys: [[String]]
  /// `unique[c] (owner, name)`: unique keys whose strings are compared without case or diacritics,
  /// including those of single attributes.
  public var foldedKeys: [FoldedKey]
  /// `index (created)`: attributes for lookups.
  public var indexes: [[String]]
  /// Constraints of a database that the language cannot express, for readers.
  public var others: [String]

  /// Creates constraints.
  public init(
    checks: [CheckRule] = [],
    uniqueKeys: [[String]] = [],
    foldedKeys: [FoldedKey] = [],
    indexes: [[String]] = [],
    others: [String] = []
  ) {
    self.others = others
    self.checks = checks
    self.uniqueKeys = uniqueKeys
    self.foldedKeys = foldedKeys
    self.indexes = indexes
  }

  /// The constraints `inherited`, then these.
  func following(_ inherited: EntityConstraints) -> EntityConstraints {
    EntityConstraints(
      checks: inherited.checks + checks,
      uniqueKeys: inherited.uniqueKeys + uniqueKeys,
      foldedKeys: inherited.foldedKeys + foldedKeys,
      indexes: inherited.indexes + indexes,
      others: inherited.others + others
    )
  }
}

/// A unique key whose strings are equal if they differ only in case or diacritics.
///
/// The context checks these keys; stores only know exact ones.
public struct FoldedKey: Hashable, Sendable {
  /// The attributes.
  public var attributes: [String]
  /// The differences that are ignored, as the operator `contains` does with the same options.
  public let match: StringMatch

  /// Creates a key.
  public init(_ attributes: [String], ignoresCase: Bool, ignoresDiacritics: Bool) {
    self.attributes = attributes
    match = StringMatch(
      .contains,
      ignoresCase: ignoresCase,
      ignoresDiacritics: ignoresDiacritics
    )
  }

  /// The key with other names of its attributes.
  public func renamed(_ name: (String) -> String) -> FoldedKey {
    var key = self
    key.attributes = attributes.map(name)
    return key
  }
}

/// A condition on every saved record: `check limit > 0 else "limit must be positive"`.
public struct CheckRule: Hashable, Sendable {
  /// The condition on the record at scope level 0, which may refer to related records. Nil counts
  /// as true.
  public let condition: TypedExpression
  /// The source text of the condition.
  public let text: String
  /// The message for records that break the rule, if the model has one.
  public let message: String?

  /// Creates a rule.
  public init(condition: TypedExpression, text: String, message: String?) {
    self.condition = condition
    self.text = text
    self.message = message
  }
}

/// The allowed number of related records: `[Expense](1...10)`.
public struct RelationshipBounds: Hashable, Sendable {
  /// The least number.
  public let minimum: Int
  /// The greatest number; nil for no limit.
  public let maximum: Int?

  /// Creates bounds.
  public init(minimum: Int, maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether `count` is allowed.
  public func contains(_ count: Int) -> Bool {
    count >= minimum && maximum.map { count <= $0 } ?? true
  }
}
