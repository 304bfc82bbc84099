/// A member of an entity.
public enum Property: Hashable, Sendable {
  case attribute(Attribute)
  case relationship(Relationship)
  case computed(ComputedAttribute)

  /// The member's name, unique within its entity.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    case .computed(let computed): computed.name
    }
  }

  /// The name that the member had before: `was oldName`.
  public var formerName: String? {
    switch self {
    case .attribute(let attribute): attribute.formerName
    case .relationship(let relationship): relationship.formerName
    case .computed: nil
    }
  }

  /// Whether it was made as the unnamed inverse of a relationship and is not shown.
  public var isAnonymous: Bool {
    if case .relationship(let relationship) = self { relationship.isAnonymous } else { false }
  }
}

/// A stored attribute: `limit: Double`.
public struct Attribute: Hashable, Sendable {
  /// The attribute's name.
  public var name: String
  /// The declared type.
  public var type: ValueType
  /// Whether nil may be stored.
  public var isOptional: Bool
  /// Whether no two records may share a value; nil never conflicts.
  public var isUnique: Bool
  /// What an insert without a value stores; nil where a value is required (or nil is stored).
  public var defaultValue: DefaultValue?
  /// The name that the attribute had before: `was oldName`.
  public var formerName: String?
  /// Whether the store alone gives the value, as with a generated column; it is optional then.
  public var isReadOnly: Bool
  /// What an app's own code says of it beyond that; nil where nothing is known.
  public var source: AttributeSource?

  /// Makes a stored attribute.
  public init(
    name: String,
    type: ValueType,
    isOptional: Bool = false,
    isUnique: Bool = false,
    defaultValue: DefaultValue? = nil,
    formerName: String? = nil,
    isReadOnly: Bool = false,
    source: AttributeSource? = nil
  ) {
    self.name = name
    self.isReadOnly = isReadOnly
    self.source = source
    self.type = type
    self.isOptional = isOptional
    self.isUnique = isUnique
    self.defaultValue = defaultValue
    self.formerName = formerName
  }
}

/// What the code of the app that a store belongs to says of an attribute beyond what the language does.
public struct AttributeSource: Hashable, Sendable {
  /// The Swift type where it is another one than that of the language: `Int16`, `URL`, `UIColor`.
  public var typeName: String?
  /// Whether large values lie in files of their own.
  public var isExternal: Bool
  /// What turns values into data; nil where nothing does.
  public var transformer: String?
  /// What else there is to know, in a few words.
  public var remark: String?

  /// Describes an attribute.
  public init(
    typeName: String? = nil,
    isExternal: Bool = false,
    transformer: String? = nil,
    remark: String? = nil
  ) {
    self.typeName = typeName
    self.isExternal = isExternal
    self.transformer = transformer
    self.remark = remark
  }
}

/// What an insert stores where it names no value.
public struct DefaultValue: Hashable, Sendable {
  /// The expression that is evaluated at insert; it reads no record.
  public let expression: TypedExpression
  /// The expression as the model wrote it.
  public let text: String

  /// Makes a default.
  public init(expression: TypedExpression, text: String) {
    self.expression = expression
    self.text = text
  }
}

/// An attribute that is computed from others and never stored: `remaining = limit - spent`.
public struct ComputedAttribute: Hashable, Sendable {
  /// The attribute's name.
  public let name: String
  /// Over scope level 0, the owning record; other computed attributes are already inlined.
  public let expression: TypedExpression
  /// The expression as the model wrote it.
  public let text: String

  /// The type of the computed value.
  public var type: ValueType { expression.type }

  /// Makes a computed attribute.
  public init(name: String, expression: TypedExpression, text: String) {
    self.name = name
    self.expression = expression
    self.text = text
  }
}

/// A relationship to records of another entity, or of the same one.
public struct Relationship: Hashable, Sendable {
  /// The relationship's name.
  public var name: String
  /// The entity at the other end.
  public var destination: String
  /// Whether any number of records may stand at the other end.
  public var isToMany: Bool
  /// Whether a to-one may be nil.
  public var isOptional: Bool
  /// Whether a to-many keeps an order of its own.
  public var isOrdered: Bool
  /// What happens to the other end on delete.
  public var deleteRule: DeleteRule
  /// The relationship of the destination that says the same from there; every one has one.
  public var inverse: String
  /// Whether it was made as the unnamed inverse of another one and is not shown.
  public var isAnonymous: Bool
  /// How many records may stand at the other end of a to-many; nil for any number.
  public var bounds: RelationshipBounds?
  /// The name that the relationship had before: `was oldName`.
  public var formerName: String?
  /// What the entity at the other end was called, where a change of the schema gives it another name; else nil.
  public var formerDestination: String?

  /// Makes a relationship.
  public init(
    name: String,
    destination: String,
    isToMany: Bool,
    isOptional: Bool = true,
    isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullify,
    inverse: String,
    isAnonymous: Bool = false,
    bounds: RelationshipBounds? = nil,
    formerName: String? = nil
  ) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
    self.isOptional = isOptional
    self.isOrdered = isOrdered
    self.deleteRule = deleteRule
    self.inverse = inverse
    self.isAnonymous = isAnonymous
    self.bounds = bounds
    self.formerName = formerName
    formerDestination = nil
  }
}

/// What a delete does to the records at a relationship's other end.
public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  case nullify
  case cascade
  case deny
  case noAction = "no action"
}
