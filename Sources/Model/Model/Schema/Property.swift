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

  /// The previous name: `was oldName`.
  public var oldName: String? {
    switch self {
    case .attribute(let attribute): attribute.oldName
    case .relationship(let relationship): relationship.oldName
    case .computed: nil
    }
  }

  /// Whether it is an unnamed inverse, which is not shown.
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
  /// Whether the value may be nil.
  public var isOptional: Bool
  /// Whether values are unique; nil never conflicts.
  public var isUnique: Bool
  /// The default value; nil if the attribute is required (or nil by default).
  public var defaultValue: DefaultValue?
  /// The previous name: `was oldName`.
  public var oldName: String?
  /// Whether only the store sets the value, as with a generated column; the attribute is then
  /// optional.
  public var isReadOnly: Bool
  /// Details from an app's own code, if known.
  public var source: AttributeSource?

  /// Creates a stored attribute.
  public init(
    name: String,
    type: ValueType,
    isOptional: Bool = false,
    isUnique: Bool = false,
    defaultValue: DefaultValue? = nil,
    oldName: String? = nil,
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
    self.oldName = oldName
  }
}

/// Details of an attribute from the code of the app that a store belongs to.
public struct AttributeSource: Hashable, Sendable {
  /// The Swift type, if it differs from that of the language: `Int16`, `URL`, `UIColor`.
  public var typeName: String?
  /// Whether large values are stored in separate files.
  public var isExternal: Bool
  /// The value transformer, if any.
  public var transformer: String?
  /// Other details in a few words.
  public var remark: String?
  /// The type in a database if values are the database's texts for it, such as `jsonb`.
  public var columnType: String?
  /// What the database says about the column, shown by `.schema`.
  public var note: String?

  /// Describes an attribute.
  public init(
    typeName: String? = nil,
    isExternal: Bool = false,
    transformer: String? = nil,
    remark: String? = nil,
    columnType: String? = nil,
    note: String? = nil
  ) {
    self.typeName = typeName
    (self.columnType, self.note) = (columnType, note)
    self.isExternal = isExternal
    self.transformer = transformer
    self.remark = remark
  }
}

/// The value that an insert stores if it names none.
public struct DefaultValue: Hashable, Sendable {
  /// The expression, which reads no record.
  public let expression: TypedExpression
  /// The source text of the expression.
  public let text: String

  /// Creates a default.
  public init(expression: TypedExpression, text: String) {
    self.expression = expression
    self.text = text
  }
}

/// A computed attribute, which is never stored: `remaining = limit - spent`.
public struct ComputedAttribute: Hashable, Sendable {
  /// The attribute's name.
  public let name: String
  /// The expression on the record at scope level 0; other computed attributes are already inlined.
  public let expression: TypedExpression
  /// The source text of the expression.
  public let text: String

  /// The type of the computed value.
  public var type: ValueType { expression.type }

  /// Creates a computed attribute.
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
  /// The entity of the related records.
  public var destination: String
  /// Whether the relationship is to-many.
  public var isToMany: Bool
  /// Whether a to-one relationship may be nil.
  public var isOptional: Bool
  /// Whether a to-many relationship is ordered.
  public var isOrdered: Bool
  /// What a delete does to the related records.
  public var deleteRule: DeleteRule
  /// The other side of the relationship; every relationship has one.
  public var inverse: String
  /// Whether it is an unnamed inverse, which is not shown.
  public var isAnonymous: Bool
  /// The allowed number of related records of a to-many relationship; nil for any.
  public var bounds: RelationshipBounds?
  /// The previous name: `was oldName`.
  public var oldName: String?
  /// The previous name of the destination, if a schema change renames it.
  public var oldDestination: String?

  /// Creates a relationship.
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
    oldName: String? = nil
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
    self.oldName = oldName
    oldDestination = nil
  }
}

/// What a delete does to the related records.
public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  case nullify
  case cascade
  case deny
  case noAction = "no action"
}
