#if SwiftData
  /// A property of a model, or the options of one.
  public protocol SchemaProperty: Codable, Hashable, Sendable {
    /// The name, or an empty string for options alone.
    var name: String { get }
    /// The name in the previous version.
    var originalName: String { get }
    /// The type of the property.
    var valueType: any Any.Type { get }
    /// Whether the property is not a relationship.
    var isAttribute: Bool { get }
    /// Whether the value can be nil.
    var isOptional: Bool { get }
    /// Whether the property references other objects.
    var isRelationship: Bool { get }
    /// Whether the value is not saved.
    var isTransient: Bool { get }
    /// Whether no two records share the value.
    var isUnique: Bool { get }
  }

  extension SchemaProperty {
    /// Whether the property is not a relationship.
    public var isAttribute: Bool { !isRelationship }
    /// Whether the value can be nil.
    public var isOptional: Bool { valueType is any OptionalValue.Type }
    /// Whether the property references other objects.
    public var isRelationship: Bool { self is Schema.Relationship }
    /// Whether the value is not saved.
    public var isTransient: Bool { false }
  }

  extension Schema {
    /// An attribute, or the options of one.
    public class Attribute: SchemaProperty, @unchecked Sendable {
      /// An option of an attribute.
      public struct Option: Hashable, Codable, Sendable {
        let name: String

        /// No two records share the value.
        public static let unique = Option(name: "unique")
        /// Large values may be in separate files. It has no effect on Linux.
        public static let externalStorage = Option(name: "externalStorage")
        /// The value can be searched for in Spotlight. It has no effect on Linux.
        public static let spotlight = Option(name: "spotlight")
        /// The value is not saved.
        public static let ephemeral = Option(name: "ephemeral")
        /// The value may be encrypted in iCloud. It has no effect on Linux.
        public static let allowsCloudEncryption = Option(name: "allowsCloudEncryption")
        /// The history keeps the value of a deleted record.
        public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")
        /// The value is encoded as a whole.
        public static let codable = Option(name: "codable")
      }

      /// The name, or an empty string for options alone.
      public let name: String
      /// The name in the previous version.
      public let originalName: String
      /// The options.
      public let options: [Option]
      /// The type of the property.
      public let valueType: any Any.Type
      /// What distinguishes versions of the attribute that look the same.
      public let hashModifier: String?
      private let makeDefault: () -> Any?

      /// Creates the options of an attribute; `originalName` is its name in the previous version.
      public convenience init(
        _ options: Option...,
        originalName: String? = nil,
        hashModifier: String? = nil
      ) {
        self.init(
          name: "",
          originalName: originalName ?? "",
          options: options,
          valueType: Void.self,
          defaultValue: nil,
          hashModifier: hashModifier
        )
      }

      /// Creates an attribute.
      public convenience init(
        name: String,
        originalName: String,
        options: [Option],
        valueType: any Any.Type,
        defaultValue: Any?,
        hashModifier: String?
      ) {
        let attribute = PropertyDraft(name, originalName, valueType, hashModifier)
        self.init(attribute, options) { defaultValue }
      }

      init(_ draft: PropertyDraft, _ options: [Option], _ makeDefault: @escaping () -> Any?) {
        name = draft.name
        originalName = draft.originalName
        valueType = draft.valueType
        hashModifier = draft.hashModifier
        self.options = options
        self.makeDefault = makeDefault
      }

      /// The value of a new object, or nil if there is none.
      public var defaultValue: Any? { makeDefault() }
      /// Whether no two records share the value.
      public var isUnique: Bool { options.contains(.unique) }
      /// Whether the value is not saved.
      public var isTransient: Bool { options.contains(.ephemeral) }
      /// Whether the value is encoded as a whole.
      public var isCodable: Bool { options.contains(.codable) }

      /// Reads an attribute. Its default value is not encoded.
      public required init(from decoder: any Decoder) throws {
        let draft = try PropertyDraft(from: decoder)
        name = draft.name
        originalName = draft.originalName
        valueType = draft.valueType
        hashModifier = draft.hashModifier
        options = try decoder.container(keyedBy: OptionKey.self)
          .decode([Option].self, forKey: .options)
        makeDefault = { nil }
      }

      /// Writes the attribute.
      public func encode(to encoder: any Encoder) throws {
        try PropertyDraft(name, originalName, valueType, hashModifier).encode(to: encoder)
        var container = encoder.container(keyedBy: OptionKey.self)
        try container.encode(options, forKey: .options)
      }

      private enum OptionKey: String, CodingKey {
        case options
      }

      /// Whether both have the same name, type and options.
      public static func == (left: Attribute, right: Attribute) -> Bool {
        left.name == right.name && left.originalName == right.originalName
          && left.valueType == right.valueType && left.options == right.options
          && left.fieldNames == right.fieldNames
      }

      /// Hashes the name.
      public func hash(into hasher: inout Hasher) { hasher.combine(name) }

      fileprivate var fieldNames: [String] { [] }
    }

    /// An attribute whose value is a struct of fields.
    public final class CompositeAttribute: Attribute, @unchecked Sendable,
      CustomDebugStringConvertible
    {
      /// The fields.
      public let properties: [any SchemaProperty]

      /// Creates an attribute without fields.
      public init(
        name: String,
        originalName: String,
        options: [Option],
        valueType: any Any.Type,
        defaultValue: Any?,
        hashModifier: String?
      ) {
        properties = []
        let attribute = PropertyDraft(name, originalName, valueType, hashModifier)
        super.init(attribute, options) { defaultValue }
      }

      init(
        _ draft: PropertyDraft,
        _ options: [Option],
        fields: StructFields,
        _ makeDefault: @escaping () -> Any?
      ) {
        properties = fields.fields.map { field in
          Attribute.described(
            PropertyDraft(field.name, field.name, field.type, nil),
            [],
            field.coding
          ) { nil }
        }
        super.init(draft, options, makeDefault)
      }

      /// Reads an attribute.
      public required init(from decoder: any Decoder) throws {
        properties = try decoder.container(keyedBy: FieldsKey.self)
          .decode([CodedProperty].self, forKey: .fields).map(\.property)
        try super.init(from: decoder)
      }

      /// Writes the attribute.
      public override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: FieldsKey.self)
        try container.encode(properties.map(CodedProperty.init), forKey: .fields)
      }

      private enum FieldsKey: String, CodingKey {
        case fields
      }

      /// The name and the fields.
      public var debugDescription: String {
        "\(name): \(valueType) (\(fieldNames.joined(separator: ", ")))"
      }

      fileprivate override var fieldNames: [String] { properties.map(\.name) }
    }
  }

  extension Schema.Attribute {
    /// The attribute of a property: with fields if its value is a struct.
    static func described(
      _ draft: PropertyDraft,
      _ options: [Option],
      _ coding: ValueCoding,
      _ makeDefault: @escaping () -> Any?
    ) -> Schema.Attribute {
      guard let fields = coding.composite else {
        let isCoded = coding.isEncoded && !options.contains(.codable)
        return Schema.Attribute(draft, options + (isCoded ? [.codable] : []), makeDefault)
      }
      return Schema.CompositeAttribute(draft, options, fields: fields, makeDefault)
    }
  }

  /// What attributes and relationships have in common.
  struct PropertyDraft: Codable {
    let name: String
    let originalName: String
    let hashModifier: String?
    let valueType: any Any.Type

    init(_ name: String, _ originalName: String, _ type: any Any.Type, _ hashModifier: String?) {
      self.name = name
      self.originalName = originalName
      self.hashModifier = hashModifier
      valueType = type
    }

    private enum Field: String, CodingKey {
      case name, originalName, hashModifier, valueType
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      name = try fields.decode(String.self, forKey: .name)
      originalName = try fields.decode(String.self, forKey: .originalName)
      hashModifier = try fields.decodeIfPresent(String.self, forKey: .hashModifier)
      // This program may not have the type.
      valueType = _typeByName(try fields.decode(String.self, forKey: .valueType)) ?? Any.self
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Field.self)
      try fields.encode(name, forKey: .name)
      try fields.encode(originalName, forKey: .originalName)
      try fields.encodeIfPresent(hashModifier, forKey: .hashModifier)
      try fields.encode(_mangledTypeName(valueType) ?? "", forKey: .valueType)
    }
  }

  /// A property whose kind is encoded with it.
  enum CodedProperty: Codable {
    case attribute(Schema.Attribute)
    case composite(Schema.CompositeAttribute)
    case relationship(Schema.Relationship)

    init(_ property: any SchemaProperty) {
      switch property {
      case let composite as Schema.CompositeAttribute: self = .composite(composite)
      case let relationship as Schema.Relationship: self = .relationship(relationship)
      case let attribute as Schema.Attribute: self = .attribute(attribute)
      default:
        let draft = PropertyDraft(property.name, property.originalName, property.valueType, nil)
        self = .attribute(Schema.Attribute(draft, property.isUnique ? [.unique] : []) { nil })
      }
    }

    var property: any SchemaProperty {
      switch self {
      case .attribute(let property): property
      case .composite(let property): property
      case .relationship(let property): property
      }
    }
  }
#endif
