/// A model: its members in declared order.
public struct Entity: Hashable, Sendable {
  /// The entity's name.
  public let name: String
  /// The entity that this one specialises.
  public let parent: String?
  /// What the model says about itself, shown by `.schema`.
  public let documentation: String?
  /// All members: those of the parent, then ``ownProperties``.
  public let properties: [Property]
  /// The members that the model declares itself in declared order, anonymous inverses last.
  public let ownProperties: [Property]
  /// The member that shows a record where another one refers to it: the model's own, else that of
  /// its parent, else the first text that is unique.
  public let displayProperty: String?
  /// The member that the model says itself to show: `display name`.
  public let ownDisplayProperty: String?
  /// What must hold for the records: what the parent says, then ``ownConstraints``.
  public let constraints: EntityConstraints
  /// What the model says itself of what must hold.
  public let ownConstraints: EntityConstraints
  /// What identifies the records: a number, unless another program made the tables.
  public let identity: RecordIdentity
  /// What the entity was called, where a change of the schema gives it another name; else nil.
  public let formerName: String?

  private let positions: [String: Int]

  /// Makes an entity; where names repeat, the first member wins.
  ///
  /// What it inherits from `parent` is added by the schema that it is put in.
  public init(
    name: String,
    parent: String? = nil,
    documentation: String? = nil,
    properties: [Property],
    displayProperty: String? = nil,
    constraints: EntityConstraints = EntityConstraints(),
    identity: RecordIdentity = .number,
    formerName: String? = nil
  ) {
    self.init(
      name: name,
      parent: parent,
      documentation: documentation,
      inherited: [],
      own: properties,
      inheritedDisplay: nil,
      ownDisplay: displayProperty,
      inheritedConstraints: EntityConstraints(),
      ownConstraints: constraints,
      identity: identity,
      formerName: formerName
    )
  }

  private init(
    name: String,
    parent: String?,
    documentation: String?,
    inherited: [Property],
    own: [Property],
    inheritedDisplay: String?,
    ownDisplay: String?,
    inheritedConstraints: EntityConstraints,
    ownConstraints: EntityConstraints,
    identity: RecordIdentity,
    formerName: String?
  ) {
    self.name = name
    self.formerName = formerName
    self.identity = identity
    self.parent = parent
    self.documentation = documentation
    ownProperties = own
    let properties = inherited + own
    self.properties = properties
    self.ownConstraints = ownConstraints
    constraints = ownConstraints.following(inheritedConstraints)
    ownDisplayProperty = ownDisplay
    displayProperty = ownDisplay ?? inheritedDisplay ?? Self.firstUniqueString(in: properties)
    positions = Dictionary(
      properties.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The entity with the members of `parent` before its own.
  func inheriting(from parent: Entity) -> Entity {
    Entity(
      name: name,
      parent: self.parent,
      documentation: documentation,
      inherited: parent.properties,
      own: ownProperties,
      inheritedDisplay: parent.displayProperty,
      ownDisplay: ownDisplayProperty,
      inheritedConstraints: parent.constraints,
      ownConstraints: ownConstraints,
      identity: identity,
      formerName: formerName
    )
  }

  /// The entity with other members and constraints of its own; what it inherits is added by a
  /// schema.
  public func with(
    ownProperties: [Property]? = nil,
    displayProperty: String? = nil,
    constraints: EntityConstraints? = nil
  ) -> Entity {
    Entity(
      name: name,
      parent: parent,
      documentation: documentation,
      properties: ownProperties ?? self.ownProperties,
      displayProperty: displayProperty ?? ownDisplayProperty,
      constraints: constraints ?? ownConstraints,
      identity: identity,
      formerName: formerName
    )
  }

  /// The member called exactly `name`.
  public func property(_ name: String) -> Property? {
    positions[name].map { properties[$0] }
  }

  /// The stored attribute called exactly `name`.
  public func attribute(_ name: String) -> Attribute? {
    if case .attribute(let attribute) = property(name) { attribute } else { nil }
  }

  /// The relationship called exactly `name`.
  public func relationship(_ name: String) -> Relationship? {
    if case .relationship(let relationship) = property(name) { relationship } else { nil }
  }

  /// The stored attributes in declared order.
  public var attributes: [Attribute] {
    properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The relationships in declared order, anonymous ones last.
  public var relationships: [Relationship] {
    properties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }

  /// The computed attributes in declared order.
  public var computedAttributes: [ComputedAttribute] {
    properties.compactMap { if case .computed(let computed) = $0 { computed } else { nil } }
  }

  /// The columns that a store keeps for the attributes, in declared order: composites give leaves.
  public var storedFields: [StoredField] {
    attributes.flatMap { StoredField.leaves(of: $0) }
  }

  private static func firstUniqueString(in properties: [Property]) -> String? {
    for case .attribute(let attribute) in properties
    where attribute.isUnique && attribute.type == .string {
      return attribute.name
    }
    return nil
  }
}

/// The way from a record to one of its stored columns: `["address", "geo", "lat"]`.
public struct AttributePath: Hashable, Sendable, CustomStringConvertible {
  /// The attribute's name, then the names of nested fields; never empty.
  public let components: [String]

  /// Makes a path.
  public init(_ components: [String]) {
    self.components = components
  }

  /// The path one field deeper.
  public func appending(_ name: String) -> AttributePath {
    AttributePath(components + [name])
  }

  /// The path as it is written, without quoting: `address.geo.lat`.
  public var description: String { components.joined(separator: ".") }
}
