import Model
import TestSupport

/// Models made at random: attributes of every type, relationships of every kind between them, some models
/// that specialize others, and names that SQL has for itself.
struct RandomSchema {
  /// The models as they are declared.
  let declared: Schema
  /// As stores keep them: roots, with the members of what specializes them.
  let stored: Schema
  /// The one enum.
  let kind: EnumerationType
  /// The structs; each root has an attribute of each at least.
  let composites: [CompositeType]

  /// Types of single values. Every root has nearly all of them.
  static let scalars: [ValueType] = [.int, .double, .string, .date, .bool, .decimal, .uuid]

  /// - Parameter hasOrders: Whether some relationships are ordered.
  init(_ random: inout SeededRandom, hasOrders: Bool = true) {
    var models = RandomModels(&random, hasOrders: hasOrders)
    models.addModels(&random)
    models.addRelationships(&random)
    declared = Schema(entities: models.entities)
    stored = declared.asStored
    kind = models.kind
    composites = models.composites
  }

  /// The types of elements that arrays have.
  var elements: [ValueType] { RandomModels.elements(kind) }

  /// Types of attributes that are not single scalars, as columns show them.
  var manifold: [ValueType] {
    [.enumeration(kind)] + composites.map(ValueType.composite) + elements.map(ValueType.list)
  }

  /// The names of all roots.
  var roots: [String] { stored.entities.map(\.name) }

  /// The stored fields of a root that have a type.
  func fields(of entity: String, _ type: ValueType) -> [StoredField] {
    stored.entity(entity)?.storedFields.filter { $0.type == type } ?? []
  }

  /// The relationships of a root, as expressions name them.
  func relationships(of entity: String, toMany: Bool) -> [RelationshipReference] {
    let relationships = stored.entity(entity)?.relationships ?? []
    return relationships.filter { $0.isToMany == toMany }.map { relationship in
      RelationshipReference(
        entity: entity,
        name: relationship.name,
        destination: relationship.destination,
        isToMany: toMany
      )
    }
  }
}

/// Models under construction.
private struct RandomModels {
  private struct Model {
    let name: String
    let root: String
    var parent: Int?
    var properties: [Property] = []
  }

  let kind: EnumerationType
  private(set) var composites: [CompositeType] = []
  private var models: [Model] = []
  private let hasOrders: Bool

  init(_ random: inout SeededRandom, hasOrders: Bool) {
    self.hasOrders = hasOrders
    let cases = ["zoo", "b", "Aa", "c d", "é"].shuffled(using: &random)
    kind = EnumerationType(
      name: "Kind",
      cases: Array(cases.prefix(Int.random(in: 2...5, using: &random)))
    )
    for name in ["Place", "Size"].prefix(random.pick([1, 1, 2])) {
      composites.append(composite(name, depth: 2, &random))
    }
  }

  var entities: [Entity] {
    models.map { model in
      Entity(
        name: model.name,
        parent: model.parent.map { models[$0].name },
        properties: model.properties
      )
    }
  }

  static func elements(_ kind: EnumerationType) -> [ValueType] {
    [.string, .int, .date, .decimal, .enumeration(kind)]
  }

  // MARK: Models

  mutating func addModels(_ random: inout SeededRandom) {
    let names = ["Owner", "Item", "Order", "Group", "Place to be"].shuffled(using: &random)
    for name in names.prefix(random.pick([2, 2, 3, 4])) {
      let root = models.count
      models.append(Model(name: name, root: name))
      addAttributes(of: rootTypes(&random), to: root, &random)
      guard random.chance(40) else { continue }
      for number in 1...Int.random(in: 1...3, using: &random) {
        let parent = Int.random(in: root..<models.count, using: &random)
        models.append(Model(name: "\(name)\(number)", root: name, parent: parent))
        let types = (0..<random.pick([0, 1, 2, 3])).map { _ in random.pick(allTypes) }
        addAttributes(of: types, to: models.count - 1, &random)
      }
    }
  }

  private var allTypes: [ValueType] {
    RandomSchema.scalars + [.enumeration(kind)] + Self.elements(kind).map(ValueType.list)
      + composites.map(ValueType.composite)
  }

  private func rootTypes(_ random: inout SeededRandom) -> [ValueType] {
    allTypes.flatMap { type -> [ValueType] in
      if case .composite = type { return Array(repeating: type, count: random.pick([1, 2])) }
      return Array(repeating: type, count: random.pick([0, 1, 1, 1, 1, 1, 2]))
    }.shuffled(using: &random)
  }

  private static let attributeNames = [
    "name", "limit", "rank", "flag", "created", "code", "price", "order", "from", "id", "rowid",
    "oid", "to do", "ä", "select", "value", "Kind", "where", "index", "t0", "words", "numbers",
    "days", "place", "other", "second", "third", "fourth", "column", "null",
  ]

  /// Siblings often use a name for their own attributes.
  private mutating func addAttributes(
    of types: [ValueType],
    to model: Int,
    _ random: inout SeededRandom
  ) {
    var taken: Set<String> = []
    var ancestor: Int? = model
    while let place = ancestor {
      taken.formUnion(models[place].properties.map(\.name))
      ancestor = models[place].parent
    }
    let names = Self.attributeNames.filter { !taken.contains($0) }.shuffled(using: &random)
    for (name, type) in zip(names, types) {
      let attribute = Attribute(name: name, type: type, isOptional: random.chance(70))
      models[model].properties.append(.attribute(attribute))
    }
  }

  private func composite(
    _ name: String?,
    depth: Int,
    _ random: inout SeededRandom
  ) -> CompositeType {
    let types: [ValueType] = [
      .string, .int, .double, .date, .decimal, .bool, .enumeration(kind), .list(.string),
    ]
    let names = ["city", "rank", "lat", "group"].prefix(Int.random(in: 2...4, using: &random))
    var fields = names.map { name in
      CompositeField(name: name, type: random.pick(types), isOptional: random.chance(75))
    }
    if depth > 1, random.chance(50) {
      let nested = composite(nil, depth: depth - 1, &random)
      fields.append(CompositeField(name: "geo", type: .composite(nested), isOptional: true))
    }
    return CompositeType(name: name, fields: fields)
  }

  // MARK: Relationships

  /// The first is between one and many, so that there is something to reduce.
  mutating func addRelationships(_ random: inout SeededRandom) {
    for index in 0..<Int.random(in: 3...6, using: &random) {
      let near = Int.random(in: models.indices, using: &random)
      let far = Int.random(in: models.indices, using: &random)
      let shape = index == 0 ? 0 : Int.random(in: 0..<10, using: &random)
      switch shape {
      case 0..<5: relate(near, false, far, true, &random)
      case 5..<8: relate(near, true, far, true, &random)
      default: relate(near, false, far, false, &random)
      }
    }
  }

  private static let relationshipNames = [
    "owner", "items", "boss", "staff", "table", "tags", "parent", "children", "on", "groups",
    "partner", "references", "next", "previous",
  ]

  /// Adds both ends; a model that is related to itself may have but one.
  private mutating func relate(
    _ near: Int,
    _ nearIsToMany: Bool,
    _ far: Int,
    _ farIsToMany: Bool,
    _ random: inout SeededRandom
  ) {
    let names = freeNames(near, far).shuffled(using: &random)
    let isOwnInverse = near == far && nearIsToMany == farIsToMany && random.chance(40)
    // Records of earlier declarations exist when they are referenced.
    let isRequired =
      farIsToMany && far < near && models[near].parent == nil && models[far].parent == nil
      && random.chance(25)
    let relationship = Relationship(
      name: names[0],
      destination: models[far].name,
      isToMany: nearIsToMany,
      isOptional: nearIsToMany || !isRequired,
      isOrdered: hasOrders && nearIsToMany && random.chance(50),
      inverse: isOwnInverse ? names[0] : names[1]
    )
    models[near].properties.append(.relationship(relationship))
    if isOwnInverse { return }
    let inverse = Relationship(
      name: names[1],
      destination: models[near].name,
      isToMany: farIsToMany,
      isOrdered: hasOrders && farIsToMany && random.chance(50),
      inverse: names[0]
    )
    models[far].properties.append(.relationship(inverse))
  }

  /// Names that no model of either tree has yet.
  private func freeNames(_ near: Int, _ far: Int) -> [String] {
    let trees = models.filter { [models[near].root, models[far].root].contains($0.root) }
    let taken = Set(trees.flatMap { $0.properties.map(\.name) })
    return Self.relationshipNames.filter { !taken.contains($0) }
  }
}
