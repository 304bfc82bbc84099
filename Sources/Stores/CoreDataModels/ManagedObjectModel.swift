/// A Core Data model: what an app says of its entities.
public struct ManagedObjectModel: Hashable, Sendable {
  /// The entities in the order of their names, each of which occurs once.
  public let entities: [ModelEntity]
  /// What the app calls this version of its model; often empty.
  public let versionIdentifiers: [String]

  private let places: [String: Int]

  /// Makes a model.
  public init(entities: [ModelEntity], versionIdentifiers: [String] = []) {
    var names: Set<String> = []
    let distinct = entities.filter { names.insert($0.name).inserted }.sorted { $0.name < $1.name }
    self.entities = distinct
    places = Dictionary(uniqueKeysWithValues: distinct.enumerated().map { ($1.name, $0) })
    self.versionIdentifiers = versionIdentifiers
  }

  /// The entity called `name`.
  public func entity(_ name: String) -> ModelEntity? { places[name].map { entities[$0] } }

  /// More entities do not lie above one another.
  private static let mostLevels = 100

  /// `name`, the entity that it specialises, and so on; the root is last.
  public func lineage(of name: String) -> [String] {
    var lineage = [name]
    var last = name
    while lineage.count < Self.mostLevels, let parent = entity(last)?.parent,
      entity(parent) != nil, !lineage.contains(parent)
    {
      lineage.append(parent)
      last = parent
    }
    return lineage
  }
}

/// An entity with the members that it does not inherit, each kind in the order of names.
public struct ModelEntity: Hashable, Sendable {
  /// The entity's name.
  public var name: String
  /// The entity that it specialises.
  public var parent: String?
  /// The class of its objects; nil where the model names none.
  public var className: String?
  /// Whether all records are of entities that specialise it.
  public var isAbstract: Bool
  /// The attributes.
  public var attributes: [ModelAttribute]
  /// The relationships.
  public var relationships: [ModelRelationship]
  /// The names of fetched properties, which are queries and hold nothing.
  public var fetchedProperties: [String]
  /// Sets of members that no two records share the values of.
  public var uniqueKeys: [[String]]
  /// Sets of members by which records are looked up.
  public var indexes: [[String]]
  /// What the entity was called in the version before.
  public var renamingIdentifier: String?

  /// The names of its own members that have columns or rows: attributes, then relationships.
  public var storedMembers: [String] {
    attributes.filter { !$0.isTransient }.map(\.name)
      + relationships.filter { !$0.isTransient }.map(\.name)
  }

  /// Makes an entity.
  public init(
    name: String,
    parent: String? = nil,
    className: String? = nil,
    isAbstract: Bool = false,
    attributes: [ModelAttribute] = [],
    relationships: [ModelRelationship] = [],
    fetchedProperties: [String] = [],
    uniqueKeys: [[String]] = [],
    indexes: [[String]] = [],
    renamingIdentifier: String? = nil
  ) {
    self.name = name
    self.parent = parent
    self.className = className
    self.isAbstract = isAbstract
    // No two members have one name, whatever a damaged model says.
    var names: Set<String> = []
    self.attributes = attributes.filter { names.insert($0.name).inserted }
      .sorted { $0.name < $1.name }
    self.relationships = relationships.filter { names.insert($0.name).inserted }
      .sorted { $0.name < $1.name }
    self.fetchedProperties = fetchedProperties.sorted()
    self.uniqueKeys = uniqueKeys
    self.indexes = indexes
    self.renamingIdentifier = renamingIdentifier
  }

  /// The relationship called `name` that the entity declares itself.
  public func relationship(_ name: String) -> ModelRelationship? {
    relationships.first { $0.name == name }
  }
}

/// A relationship of an entity.
public struct ModelRelationship: Hashable, Sendable {
  /// What a delete does to the records at the other end; the numbers are Core Data's.
  public enum DeleteRule: Int64, Hashable, Sendable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  /// The relationship's name.
  public var name: String
  /// The entity at the other end.
  public var destination: String
  /// The relationship of the destination that says the same from there; nil where there is none.
  public var inverse: String?
  /// The delete rule.
  public var deleteRule: DeleteRule
  /// How many records stand at the other end at least.
  public var minCount: Int64
  /// How many at most; 1 makes it a to-one, and 0 or less mean any number.
  public var maxCount: Int64
  /// Whether the records at the other end have an order.
  public var isOrdered: Bool
  /// Whether nothing need stand at the other end.
  public var isOptional: Bool
  /// Whether it is not stored.
  public var isTransient: Bool

  /// Makes a relationship.
  public init(
    name: String,
    destination: String,
    inverse: String? = nil,
    deleteRule: DeleteRule = .nullify,
    minCount: Int64 = 0,
    maxCount: Int64 = 1,
    isOrdered: Bool = false,
    isOptional: Bool = true,
    isTransient: Bool = false
  ) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.minCount = minCount
    self.maxCount = maxCount
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.isTransient = isTransient
  }

  /// Whether several records may stand at the other end.
  public var isToMany: Bool { maxCount != 1 }
}
