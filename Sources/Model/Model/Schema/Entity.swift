/// A model with its members.
public struct Entity: Hashable, Sendable {
  /// The entity's name.
  public let name: String
  /// The parent entity.
  public private(set) var parent: String?
  /// The documentation of the model, shown by `.schema`.
  public let documentation: String?
  /// All members: those of the parent, then ``ownProperties``.
  public private(set) var properties: [Property] = []
  /// The members that the model itself declares, in order; unnamed inverses are last.
  public private(set) var ownProperties: [Property] = []
  /// The member that represents a record where another one references it: the model's own, that of
  /// its parent, or the first unique string.
  public private(set) var displayProperty: String?
  /// The display member that the model itself declares: `display name`.
  public private(set) var ownDisplayProperty: String?
  /// All constraints: those of the parent, then ``ownConstraints``.
  public private(set) var constraints = EntityConstraints()
  /// The constraints that the model itself declares.
  public private(set) var ownConstraints = EntityConstraints()
  /// How records are identified.
  public let identity: RecordIdentity
  /// The previous name, if a schema change renames the entity.
  public let oldName: String?

  private var positions: [String: Int] = [:]

  /// Creates an entity; if names repeat, the first member wins.
  ///
  /// A schema adds what the entity inherits from `parent`.
  public init(
    name: String,
    parent: String? = nil,
    documentation: String? = nil,
    properties: [Property],
    displayProperty: String? = nil,
    constraints: EntityConstraints = EntityConstraints(),
    identity: RecordIdentity = .number,
    oldName: String? = nil
  ) {
    self.name = name
    self.oldName = oldName
    self.identity = identity
    self.parent = parent
    self.documentation = documentation
    ownProperties = properties
    ownConstraints = constraints
    ownDisplayProperty = displayProperty
    inherit(from: nil)
  }

  /// Derives all members and constraints from the entity's own ones and those of `parent`.
  private mutating func inherit(from parent: Entity?) {
    properties = (parent?.properties ?? []) + ownProperties
    constraints = ownConstraints.following(parent?.constraints ?? EntityConstraints())
    displayProperty =
      ownDisplayProperty ?? parent?.displayProperty
      ?? attributes.first { $0.isUnique && $0.type == .string }?.name
    positions = Dictionary(
      keepingFirst: properties.enumerated().map { ($1.name, $0) }
    )
  }

  /// The entity with the members of `parent` before its own.
  func inheriting(from parent: Entity) -> Entity {
    var entity = self
    entity.inherit(from: parent)
    return entity
  }

  /// The entity with other members and constraints; a schema adds the inherited ones.
  public func with(
    ownProperties: [Property]? = nil,
    displayProperty: String? = nil,
    constraints: EntityConstraints? = nil
  ) -> Entity {
    var entity = self
    entity.ownProperties = ownProperties ?? self.ownProperties
    entity.ownDisplayProperty = displayProperty ?? ownDisplayProperty
    entity.ownConstraints = constraints ?? ownConstraints
    entity.inherit(from: nil)
    return entity
  }

  /// The member named exactly `name`.
  public func property(_ name: String) -> Property? {
    positions[name].map { properties[$0] }
  }

  /// The stored attribute named exactly `name`.
  public func attribute(_ name: String) -> Attribute? {
    if case .attribute(let attribute) = property(name) { attribute } else { nil }
  }

  /// The relationship named exactly `name`.
  public func relationship(_ name: String) -> Relationship? {
    if case .relationship(let relationship) = property(name) { relationship } else { nil }
  }

  /// The stored attributes in declared order.
  public var attributes: [Attribute] {
    properties.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// The relationships in declared order, unnamed inverses last.
  public var relationships: [Relationship] {
    properties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }

  /// The computed attributes in declared order.
  public var computedAttributes: [ComputedAttribute] {
    properties.compactMap { if case .computed(let computed) = $0 { computed } else { nil } }
  }

  /// The stored columns of the attributes in declared order; a composite has one for each leaf.
  public var storedFields: [StoredField] {
    attributes.flatMap { StoredField.leaves(of: $0) }
  }
}

/// The path from a record to a stored column: `["address", "geo", "lat"]`.
public struct AttributePath: Hashable, Sendable, CustomStringConvertible {
  /// The attribute's name, then the names of nested fields; never empty.
  public let components: [String]

  /// Creates a path.
  public init(_ components: [String]) {
    self.components = components
  }

  /// The path extended by a field.
  public func appending(_ name: String) -> AttributePath {
    AttributePath(components + [name])
  }

  /// The path as written, without quoting: `address.geo.lat`.
  public var description: String { components.joined(separator: ".") }
}
