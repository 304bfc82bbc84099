/// A Core Data model.
package struct ManagedObjectModel: Hashable, Sendable {
  /// The entities with distinct names, sorted by name.
  package let entities: [ModelEntity]
  /// The app's names of this model version; often empty.
  package let versionIdentifiers: [String]

  private let places: [String: Int]

  package init(entities: [ModelEntity], versionIdentifiers: [String] = []) {
    var names: Set<String> = []
    let distinct = entities.filter { names.insert($0.name).inserted }.sorted { $0.name < $1.name }
    self.entities = distinct
    places = Dictionary(uniqueKeysWithValues: distinct.enumerated().map { ($1.name, $0) })
    self.versionIdentifiers = versionIdentifiers
  }

  /// The entity with a name.
  package func entity(_ name: String) -> ModelEntity? { places[name].map { entities[$0] } }

  /// The maximum depth of an inheritance tree.
  private static let maxLevels = 100

  /// `name`, its parent entity, and so on up to the root.
  package func lineage(of name: String) -> [String] {
    var lineage = [name]
    var last = name
    while lineage.count < Self.maxLevels, let parent = entity(last)?.parent,
      entity(parent) != nil, !lineage.contains(parent)
    {
      lineage.append(parent)
      last = parent
    }
    return lineage
  }
}

/// An entity with its own members, excluding inherited ones, each kind sorted by name.
package struct ModelEntity: Hashable, Sendable {
  package var name: String
  /// The parent entity.
  package var parent: String?
  /// The class of its objects; nil if the model does not name one.
  package var className: String?
  /// Whether only its subentities have records.
  package var isAbstract: Bool
  package var attributes: [ModelAttribute]
  package var relationships: [ModelRelationship]
  /// The names of fetched properties, which are queries and store nothing.
  package var fetchedProperties: [String]
  /// Sets of members whose values are unique.
  package var uniqueKeys: [[String]]
  /// Sets of indexed members.
  package var indexes: [[String]]
  /// The entity's name in the previous version.
  package var renamingIdentifier: String?

  /// The names of the stored members that it declares: attributes, then relationships.
  package var storedMembers: [String] {
    attributes.filter { !$0.isTransient }.map(\.name)
      + relationships.filter { !$0.isTransient }.map(\.name)
  }

  package init(
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
    // Names must be unique even if the model is damaged.
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

  /// The entity's own relationship with a name.
  package func relationship(_ name: String) -> ModelRelationship? {
    relationships.first { $0.name == name }
  }
}

/// A relationship of an entity.
package struct ModelRelationship: Hashable, Sendable {
  /// A delete rule with Core Data's number.
  package enum DeleteRule: Int64, Hashable, Sendable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  package var name: String
  /// The related entity.
  package var destination: String
  /// The inverse; nil if there is none.
  package var inverse: String?
  package var deleteRule: DeleteRule
  /// The minimum number of related records.
  package var minCount: Int64
  /// The maximum number; 1 makes it a to-one relationship, 0 or less means any number.
  package var maxCount: Int64
  /// Whether the related records have an order.
  package var isOrdered: Bool
  /// Whether it may be empty.
  package var isOptional: Bool
  /// Whether it is not stored.
  package var isTransient: Bool

  package init(
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

  /// Whether it may have several related records.
  package var isToMany: Bool { maxCount != 1 }
}
