#if SwiftData
  extension Schema {
    /// A relationship, or the options of one.
    public final class Relationship: SchemaProperty, @unchecked Sendable {
      /// What happens to related records when a record is deleted.
      public enum DeleteRule: String, Hashable, Codable, Sendable {
        case noAction, nullify, cascade, deny
      }

      /// An option of a relationship.
      public struct Option: Hashable, Codable, Sendable {
        let name: String

        /// No two records reference the same record.
        public static let unique = Option(name: "unique")
      }

      private let draft: PropertyDraft
      /// The options.
      public let options: [Option]
      /// What happens to related records when a record is deleted.
      public let deleteRule: DeleteRule
      /// The minimum number of related records.
      public let minimumModelCount: Int?
      /// The maximum number of related records.
      public let maximumModelCount: Int?
      /// The name of the related model, or an empty string for options alone.
      public let destination: String
      /// The name of the other side, or nil.
      public let inverseName: String?
      /// The other side of the relationship, if it is declared here.
      public let inverseKeyPath: AnyKeyPath?
      /// The key path, or nil for options alone.
      public let keypath: AnyKeyPath?

      /// Creates the options of a relationship.
      public init(
        _ options: Option...,
        deleteRule: DeleteRule = .nullify,
        minimumModelCount: Int? = 0,
        maximumModelCount: Int? = 0,
        originalName: String? = nil,
        inverse: AnyKeyPath? = nil,
        hashModifier: String? = nil
      ) {
        draft = PropertyDraft("", originalName ?? "", Void.self, hashModifier)
        self.options = options
        self.deleteRule = deleteRule
        self.minimumModelCount = minimumModelCount
        self.maximumModelCount = maximumModelCount
        inverseKeyPath = inverse
        destination = ""
        inverseName = nil
        keypath = nil
      }

      /// Describes a relationship of a class.
      init(_ property: ModelProperty, of model: ModelClass) {
        let declared = property.relationship
        let oldName = declared?.originalName ?? ""
        draft = PropertyDraft(
          property.name,
          oldName.isEmpty ? property.name : oldName,
          property.valueType,
          declared?.hashModifier
        )
        options = declared?.options ?? []
        deleteRule = declared?.deleteRule ?? .nullify
        minimumModelCount = declared?.minimumModelCount
        maximumModelCount = declared?.maximumModelCount
        destination = property.destination?.name ?? ""
        inverseKeyPath = declared?.inverseKeyPath
        inverseName = model.inverse(of: property).map { $0.model.properties[$0.slot].name }
        keypath = property.keyPath
      }

      /// The name, or an empty string for options alone.
      public var name: String { draft.name }
      /// The name in the previous version.
      public var originalName: String { draft.originalName }
      /// The type of the property.
      public var valueType: any Any.Type { draft.valueType }
      /// What distinguishes versions of the relationship that look the same.
      public var hashModifier: String? { draft.hashModifier }
      /// Whether no two records reference the same record.
      public var isUnique: Bool { options.contains(.unique) }
      /// Whether the property references at most one object.
      public var isToOneRelationship: Bool {
        let type = (valueType as? any OptionalValue.Type)?.wrapped ?? valueType
        return !(type is any ArrayValue.Type)
      }

      private enum Field: String, CodingKey {
        case options, deleteRule, minimumModelCount, maximumModelCount, destination, inverseName
      }

      /// Reads a relationship. Its key paths are not encoded.
      public init(from decoder: any Decoder) throws {
        draft = try PropertyDraft(from: decoder)
        let fields = try decoder.container(keyedBy: Field.self)
        options = try fields.decode([Option].self, forKey: .options)
        deleteRule = try fields.decode(DeleteRule.self, forKey: .deleteRule)
        minimumModelCount = try fields.decodeIfPresent(Int.self, forKey: .minimumModelCount)
        maximumModelCount = try fields.decodeIfPresent(Int.self, forKey: .maximumModelCount)
        destination = try fields.decode(String.self, forKey: .destination)
        inverseName = try fields.decodeIfPresent(String.self, forKey: .inverseName)
        inverseKeyPath = nil
        keypath = nil
      }

      /// Writes the relationship.
      public func encode(to encoder: any Encoder) throws {
        try draft.encode(to: encoder)
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(options, forKey: .options)
        try fields.encode(deleteRule, forKey: .deleteRule)
        try fields.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
        try fields.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
        try fields.encode(destination, forKey: .destination)
        try fields.encodeIfPresent(inverseName, forKey: .inverseName)
      }

      /// Whether both have the same name, type and options.
      public static func == (left: Relationship, right: Relationship) -> Bool {
        left.name == right.name && left.originalName == right.originalName
          && left.valueType == right.valueType && left.options == right.options
          && left.deleteRule == right.deleteRule && left.inverseName == right.inverseName
          && left.minimumModelCount == right.minimumModelCount
          && left.maximumModelCount == right.maximumModelCount
      }

      /// Hashes the name.
      public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
  }
#endif
