#if SwiftData
  extension Schema {
    /// What is known of one model.
    public struct Entity: Sendable {
      let model: ModelClass

      /// The name.
      public var name: String { model.name }
      /// The name of the model that this one inherits from, or nil.
      public var superentityName: String? { model.superclass?.name }
      /// The model that this one inherits from, or nil.
      public var superentity: Entity? { model.superclass.map(Entity.init) }
      /// The class.
      public var mangledName: String { String(reflecting: model.type) }
      /// The saved properties, inherited ones first.
      public var properties: [Property] { model.properties.map { Property($0, model) } }
      /// The saved properties that are not relationships.
      public var attributes: [Property] { properties.filter { !$0.isRelationship } }
      /// The relationships.
      public var relationships: [Property] { properties.filter(\.isRelationship) }
      /// The attributes by name.
      public var attributesByName: [String: Property] { Self.byName(attributes) }
      /// The relationships by name.
      public var relationshipsByName: [String: Property] { Self.byName(relationships) }
      /// The properties by name.
      public var storedPropertiesByName: [String: Property] { Self.byName(properties) }
      /// The names of the attributes.
      public var attributeNames: [String] { attributes.map(\.name) }
      /// The names of the relationships.
      public var relationshipNames: [String] { relationships.map(\.name) }
      /// The combinations of properties that no two records share.
      public var uniquenessConstraints: [[String]] {
        let single = model.properties.filter { $0.attribute?.isUnique ?? false }.map { [$0.name] }
        return single + model.uniques.map(names)
      }
      /// The indexes.
      public var indices: [[String]] { model.indexes.map(names) }

      private func names(_ keyPaths: [AnyKeyPath]) -> [String] {
        keyPaths.compactMap { model.property($0)?.name }
      }

      private static func byName(_ properties: [Property]) -> [String: Property] {
        Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
      }
    }

    /// A saved property of a model.
    public struct Property: @unchecked Sendable {
      private let property: ModelProperty
      private let model: ModelClass

      init(_ property: ModelProperty, _ model: ModelClass) {
        self.property = property
        self.model = model
      }

      /// The name.
      public var name: String { property.name }
      /// The name in the previous version.
      public var originalName: String {
        property.attribute?.originalName ?? property.relationship?.originalName ?? name
      }
      /// The key path.
      public var keypath: AnyKeyPath { property.keyPath }
      /// The type of the property.
      public var valueType: any Any.Type { property.valueType }
      /// Whether the value can be nil.
      public var isOptional: Bool {
        switch property.kind {
        case .attribute(let coding): coding.isOptional
        case .toOne(_, let isOptional), .toMany(_, let isOptional): isOptional
        }
      }
      /// Whether no two records share the value.
      public var isUnique: Bool { property.attribute?.isUnique ?? false }
      /// Whether the value is not saved.
      public var isTransient: Bool { property.isEphemeral }
      /// Whether the property references other objects.
      public var isRelationship: Bool { property.isRelationship }
      /// Whether the property references at most one object.
      public var isToOneRelationship: Bool { property.isRelationship && !property.isToMany }
      /// The options of an attribute.
      public var options: [Attribute.Option] { property.attribute?.options ?? [] }
      /// The value of a new object, or nil if there is none.
      public var defaultValue: Any? { property.defaultValue?() }
      /// The name of the related model, or nil.
      public var destination: String? { property.destination?.name }
      /// The name of the other side of a relationship, or nil.
      public var inverseName: String? {
        model.inverse(of: property).map { $0.model.properties[$0.slot].name }
      }
      /// What happens to related objects when an object is deleted.
      public var deleteRule: Relationship.DeleteRule? {
        isRelationship ? property.relationship?.deleteRule ?? .nullify : nil
      }
      /// The fields of a struct, or nil.
      public var fields: [String]? {
        guard case .attribute(let coding) = property.kind else { return nil }
        return coding.composite?.fields.map(\.name)
      }
    }
  }
#endif
