#if SwiftData
  public import Foundation

  extension Schema {
    /// What is known of one model.
    public final class Entity: Codable, Sendable {
      /// The name.
      public let name: String
      /// The properties of the model itself.
      public let properties: [any SchemaProperty]
      /// The properties of the models that this one inherits from.
      public let inheritedProperties: [any SchemaProperty]
      /// The models that inherit from this one.
      public let subentities: Set<Entity>
      /// The name of the model that this one inherits from, or nil.
      public let superentityName: String?
      /// The combinations of properties that no two records share.
      public let uniquenessConstraints: [[String]]
      /// The indexes.
      public let indices: [[String]]
      /// The class, as the Swift runtime names it, or an empty string.
      let typeName: String

      /// Describes a model without properties.
      public convenience init(_ name: String) { self.init(name, [], []) }

      /// Describes a model.
      public convenience init(_ name: String, properties: any SchemaProperty...) {
        self.init(name, [], properties)
      }

      /// Describes a model and the models that inherit from it.
      public convenience init(
        _ name: String,
        subentities: Entity...,
        properties: any SchemaProperty...
      ) {
        self.init(name, subentities, properties)
      }

      private init(_ name: String, _ children: [Entity], _ properties: [any SchemaProperty]) {
        self.name = name
        self.properties = properties
        inheritedProperties = []
        superentityName = nil
        uniquenessConstraints = properties.filter(\.isUnique).map { [$0.name] }
        indices = []
        typeName = ""
        subentities = Set(children.map { Entity($0, inheriting: properties, from: name) })
      }

      /// The description of a model as one that inherits from another.
      private init(
        _ entity: Entity,
        inheriting properties: [any SchemaProperty],
        from parent: String
      ) {
        name = entity.name
        self.properties = entity.properties
        inheritedProperties = properties + entity.inheritedProperties
        superentityName = entity.superentityName ?? parent
        uniquenessConstraints = entity.uniquenessConstraints
        indices = entity.indices
        typeName = entity.typeName
        subentities = Set(
          entity.subentities.map { Entity($0, inheriting: properties, from: entity.name) }
        )
      }

      private init(_ model: ModelClass, _ classes: [ModelClass]) {
        let inherited = model.superclass?.properties.count ?? 0
        let all = model.properties.map { $0.described(in: model) }
        name = model.name
        properties = Array(all.dropFirst(inherited))
        inheritedProperties = Array(all.prefix(inherited))
        superentityName = model.superclass?.name
        func names(_ keyPaths: [AnyKeyPath]) -> [String] {
          keyPaths.compactMap { model.property($0)?.name }
        }
        uniquenessConstraints =
          model.properties.filter { $0.attribute?.isUnique ?? false }.map { [$0.name] }
          + model.uniques.map(names)
        indices = model.indexes.map(names)
        typeName = _mangledTypeName(model.type) ?? ""
        subentities = Set(
          classes.filter { $0.superclass === model }.map { Entity($0, classes) }
        )
      }

      static func all(_ classes: [ModelClass]) -> [Entity] {
        classes.map { Entity($0, classes) }
      }

      /// The class, or nil if this program does not have it.
      var type: (any PersistentModel.Type)? {
        _typeByName(typeName) as? any PersistentModel.Type
      }

      /// The model that this one inherits from, or nil.
      public var superentity: Entity? {
        guard let type, let parent = ModelClass.of(type).superclass else { return nil }
        return Schema([parent.type]).entitiesByName[parent.name]
      }

      /// The inherited properties, and those of the model itself.
      public var storedProperties: [any SchemaProperty] { inheritedProperties + properties }
      /// The properties by name.
      public var storedPropertiesByName: [String: any SchemaProperty] { storedProperties.byName }
      /// The inherited properties by name.
      public var inheritedPropertiesByName: [String: any SchemaProperty] {
        inheritedProperties.byName
      }
      /// The properties that are not relationships.
      public var attributes: Set<Attribute> { Set(storedProperties.of(Attribute.self)) }
      /// The attributes by name.
      public var attributesByName: [String: Attribute] {
        storedProperties.of(Attribute.self).byName
      }
      /// The relationships.
      public var relationships: Set<Relationship> { Set(storedProperties.of(Relationship.self)) }
      /// The relationships by name.
      public var relationshipsByName: [String: Relationship] {
        storedProperties.of(Relationship.self).byName
      }

      // MARK: Coding

      private enum Field: String, CodingKey {
        case name, properties, inheritedProperties, subentities, superentityName
        case uniquenessConstraints, indices, typeName
      }

      /// Reads a description.
      public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        name = try fields.decode(String.self, forKey: .name)
        properties = try fields.decode([CodedProperty].self, forKey: .properties).map(\.property)
        inheritedProperties = try fields.decode([CodedProperty].self, forKey: .inheritedProperties)
          .map(\.property)
        subentities = try fields.decode(Set<Entity>.self, forKey: .subentities)
        superentityName = try fields.decodeIfPresent(String.self, forKey: .superentityName)
        uniquenessConstraints = try fields.decode([[String]].self, forKey: .uniquenessConstraints)
        indices = try fields.decode([[String]].self, forKey: .indices)
        typeName = try fields.decode(String.self, forKey: .typeName)
      }

      /// Writes the description.
      public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(name, forKey: .name)
        try fields.encode(properties.map(CodedProperty.init), forKey: .properties)
        try fields.encode(inheritedProperties.map(CodedProperty.init), forKey: .inheritedProperties)
        try fields.encode(subentities, forKey: .subentities)
        try fields.encodeIfPresent(superentityName, forKey: .superentityName)
        try fields.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
        try fields.encode(indices, forKey: .indices)
        try fields.encode(typeName, forKey: .typeName)
      }
    }
  }

  extension Schema.Entity: Hashable {
    /// Whether both describe the same model.
    public static func == (left: Schema.Entity, right: Schema.Entity) -> Bool {
      left.name == right.name && left.superentityName == right.superentityName
        && left.attributes == right.attributes && left.relationships == right.relationships
        && left.uniquenessConstraints == right.uniquenessConstraints
        && left.indices == right.indices && left.subentities == right.subentities
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  extension Schema: Codable {
    /// The version of the format that ``save(to:)`` writes.
    public static let schemaEncodingVersion = Version(1, 0, 0)

    /// The version of the format.
    public var encodingVersion: Version { Self.schemaEncodingVersion }

    private enum Field: String, CodingKey {
      case encodingVersion, version, entities
    }

    /// Reads a schema. Its models have their classes if this program has them.
    public convenience init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      let entities = try fields.decode([Entity].self, forKey: .entities)
      let types = entities.compactMap(\.type)
      self.init(
        entities,
        types.count == entities.count ? types.map(ModelClass.of) : [],
        try fields.decode(Version.self, forKey: .version)
      )
    }

    /// Writes the descriptions of the models.
    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Field.self)
      try fields.encode(encodingVersion, forKey: .encodingVersion)
      try fields.encode(version, forKey: .version)
      try fields.encode(entities, forKey: .entities)
    }

    /// Reads a schema from a file that ``save(to:)`` wrote.
    public static func load(from url: URL) throws -> Schema {
      try JSONDecoder().decode(Schema.self, from: Data(contentsOf: url))
    }

    /// Writes the descriptions of the models to a file.
    public func save(to url: URL) throws { try JSONEncoder().encode(self).write(to: url) }
  }

  extension [any SchemaProperty] {
    fileprivate func of<Property>(_: Property.Type) -> [Property] { compactMap { $0 as? Property } }

    fileprivate var byName: [String: any SchemaProperty] {
      Dictionary(map { ($0.name, $0) }) { first, _ in first }
    }
  }

  extension Array where Element: SchemaProperty {
    fileprivate var byName: [String: Element] {
      Dictionary(map { ($0.name, $0) }) { first, _ in first }
    }
  }

  extension ModelProperty {
    /// The property with everything that the class declares.
    func described(in model: ModelClass) -> any SchemaProperty {
      guard case .attribute(let coding) = kind else {
        return Schema.Relationship(self, of: model)
      }
      let oldName = attribute?.originalName ?? ""
      let draft = PropertyDraft(
        name,
        oldName.isEmpty ? name : oldName,
        valueType,
        attribute?.hashModifier
      )
      return Schema.Attribute.described(draft, attribute?.options ?? [], coding) { [defaultValue] in
        defaultValue?()
      }
    }
  }
#endif
