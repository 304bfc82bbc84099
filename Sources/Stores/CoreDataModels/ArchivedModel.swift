package import Foundation
package import KeyedArchives

/// Models in Core Data's archive format, found in the model cache of stores and in `.mom` files.
extension ManagedObjectModel {
  /// The maximum size of an uncompressed cache.
  private static let maxBytes = 64 << 20

  /// Reads the compressed content of `Z_MODELCACHE`.
  package init(cache: Data) throws(FormatError) {
    try self.init(archive: Inflater.inflate(cache, limit: Self.maxBytes))
  }

  /// Reads an archived model; throws if the data is damaged or does not contain a model.
  package init(archive: Data) throws(FormatError) {
    guard let root = try KeyedArchive(archive).root, root.className == "NSManagedObjectModel",
      let entities = root["NSEntities"]?.pairs
    else { throw FormatError("it does not contain a model") }
    var reader = ArchivedEntityReader()
    try self.init(
      entities: reader.entities(entities.compactMap(\.value)),
      versionIdentifiers: root["NSVersionIdentifiers"]?.elements?.compactMap(\.string).sorted()
        ?? []
    )
  }
}

/// Reads the entities in a model's archive, which is a cyclic graph.
private struct ArchivedEntityReader {
  /// The maximum number of members, including parts of composites.
  private var membersLeft = 20_000
  /// The maximum number of list elements: several objects may share a long list.
  private var elementsLeft = 200_000
  private static let maxEntities = 5000
  private static let maxLevels = 32

  mutating func entities(_ objects: [ArchivedObject]) throws(FormatError) -> [ModelEntity] {
    var entities: [ModelEntity] = []
    var members: [String: Set<String>] = [:]
    for object in objects {
      guard let entity = try entity(object), members[entity.name] == nil else { continue }
      guard entities.count < Self.maxEntities else {
        throw FormatError("it has too many entities")
      }
      members[entity.name] = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
      entities.append(entity)
    }
    // Archived subentities repeat their inherited members.
    let model = ManagedObjectModel(entities: entities)
    return entities.map { entity in
      let inherited = model.lineage(of: entity.name).dropFirst()
        .reduce(into: Set<String>()) { $0.formUnion(members[$1] ?? []) }
      var own = entity
      own.attributes.removeAll { inherited.contains($0.name) }
      own.relationships.removeAll { inherited.contains($0.name) }
      return own
    }
  }

  private mutating func entity(_ object: ArchivedObject) throws(FormatError) -> ModelEntity? {
    guard let name = object["NSEntityName"]?.string else { return nil }
    var members = ArchivedMembers()
    let properties = object["NSProperties"]?.pairs ?? []
    try take(elements: properties.count)
    for pair in properties {
      guard let property = pair.value else { continue }
      try add(property, to: &members)
    }
    return ModelEntity(
      name: name,
      parent: object["NSSuperentity"]?["NSEntityName"]?.string,
      className: object["NSClassNameForEntity"]?.string,
      isAbstract: object["NSIsAbstract"]?.bool ?? false,
      attributes: members.attributes,
      relationships: members.relationships,
      fetchedProperties: members.fetchedProperties,
      uniqueKeys: try names(elements(object["NSUniqueTuples"])),
      indexes: try indexes(object),
      renamingIdentifier: object["NSRenamingIdentifier"]?.string
    )
  }

  private struct ArchivedMembers {
    var attributes: [ModelAttribute] = []
    var relationships: [ModelRelationship] = []
    var fetchedProperties: [String] = []
  }

  private mutating func add(
    _ archived: ArchivedObject,
    to members: inout ArchivedMembers
  ) throws(FormatError) {
    // Older versions archive inherited properties as proxies.
    let property =
      archived.className == "_NSPropertyDescriptionProxy"
      ? archived["NSUnderlyingProperty"] : archived
    guard let property, let name = property["NSPropertyName"]?.string else { return }
    switch property.className {
    case "NSFetchedPropertyDescription":
      members.fetchedProperties.append(name)
    case "NSRelationshipDescription":
      try take()
      if let one = relationship(property, name) { members.relationships.append(one) }
    default:
      members.attributes.append(try attribute(property, name, level: 0))
    }
  }

  private mutating func elements(
    _ list: ArchivedObject?
  ) throws(FormatError) -> [ArchivedObject] {
    let elements = list?.elements ?? []
    try take(elements: elements.count)
    return elements
  }

  private mutating func take(elements count: Int) throws(FormatError) {
    elementsLeft -= count
    guard elementsLeft >= 0 else { throw FormatError("its lists are too long") }
  }

  private mutating func take() throws(FormatError) {
    membersLeft -= 1
    guard membersLeft >= 0 else { throw FormatError("it has too many members") }
  }

  // MARK: Attributes

  private mutating func attribute(
    _ object: ArchivedObject,
    _ name: String,
    level: Int
  ) throws(FormatError) -> ModelAttribute {
    try take()
    guard level < Self.maxLevels else { throw FormatError("its composites are nested too deeply") }
    let code = object["NSAttributeType"]?.integer ?? 0
    var parts: [ModelAttribute] = []
    for element in try elements(object["NSCompositeElements"]) {
      guard let part = element["NSPropertyName"]?.string else { continue }
      parts.append(try attribute(element, part, level: level + 1))
    }
    return ModelAttribute(
      name: name,
      // Values of unknown types are not read.
      type: ModelAttributeType(rawValue: code) ?? .undefined,
      isOptional: object["NSIsOptional"]?.bool ?? false,
      isTransient: object["NSIsTransient"]?.bool ?? false,
      isDerived: object.className == "NSDerivedAttributeDescription",
      allowsExternalStorage: (object["NSFlagsKey"]?.integer ?? 0) & 4 != 0,
      defaultValue: object["NSDefaultValue"]?.standardValue,
      valueClass: object["NSAttributeValueClassName"]?.string,
      transformer: object["NSValueTransformerName"]?.string,
      elements: parts
    )
  }

  // MARK: Relationships

  private func relationship(_ object: ArchivedObject, _ name: String) -> ModelRelationship? {
    guard
      let destination = object["_NSDestinationEntityName"]?.string
        ?? object["NSDestinationEntity"]?["NSEntityName"]?.string
    else { return nil }
    let rule = object["NSDeleteRule"]?.integer ?? 0
    return ModelRelationship(
      name: name,
      destination: destination,
      inverse: object["_NSInverseRelationshipName"]?.string
        ?? object["NSInverseRelationship"]?["NSPropertyName"]?.string,
      deleteRule: ModelRelationship.DeleteRule(rawValue: rule) ?? .noAction,
      minCount: object["NSMinCount"]?.integer ?? 0,
      maxCount: object["NSMaxCount"]?.integer ?? 0,
      isOrdered: object["NSIsOrdered"]?.bool ?? false,
      isOptional: object["NSIsOptional"]?.bool ?? false,
      isTransient: object["NSIsTransient"]?.bool ?? false
    )
  }

  // MARK: Keys

  private mutating func names(_ tuples: [ArchivedObject]) throws(FormatError) -> [[String]] {
    var names: [[String]] = []
    for tuple in tuples {
      let members = try elements(tuple)
      guard !members.isEmpty else { continue }
      names.append(members.compactMap { $0.string ?? $0["NSPropertyName"]?.string })
    }
    return names
  }

  private mutating func indexes(_ object: ArchivedObject) throws(FormatError) -> [[String]] {
    var indexes: [[String]] = []
    for index in try elements(object["NSFetchIndexDescriptions"]) {
      let members = try elements(index["NSIndexElements"])
      if !members.isEmpty { indexes.append(members.compactMap(indexedName)) }
    }
    return indexes + (try names(elements(object["NSCompoundIndexes"])))
  }

  private func indexedName(_ element: ArchivedObject) -> String? {
    element["NSPropertyName"]?.string ?? element["NSProperty"]?["NSPropertyName"]?.string
  }
}
