#if SwiftData
  import Observation

  /// The models of a container.
  ///
  /// ```swift
  /// let schema = Schema([Trip.self, Stop.self])
  /// ```
  ///
  /// Models that a relationship of these models references belong to the schema too.
  public final class Schema: Sendable {
    /// The version of the models.
    public let version: Version
    let classes: [ModelClass]

    /// Creates a schema of models, and of the models that they reference.
    public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
      self.version = version
      classes = ModelClass.reachable(from: types)
    }

    init(_ classes: [ModelClass], _ version: Version) {
      self.classes = classes
      self.version = version
    }

    /// Creates a schema of models, and of the models that they reference.
    public convenience init(
      _ types: any PersistentModel.Type...,
      version: Version = Version(1, 0, 0)
    ) {
      self.init(types, version: version)
    }

    /// Creates the schema of one version of an app.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
      self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// The models in declaration order.
    public var entities: [Entity] { classes.map(Entity.init) }

    /// What is known of a model, or nil if it is not in the schema.
    public func entity<Model: PersistentModel>(for type: Model.Type) -> Entity? {
      entitiesByName[ModelClass.of(type).name]
    }

    /// The models by name.
    public var entitiesByName: [String: Entity] {
      Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The version of a schema: `Schema.Version(1, 0, 0)`.
    public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
      /// The major number.
      public let major: Int
      /// The minor number.
      public let minor: Int
      /// The patch number.
      public let patch: Int

      /// Creates a version from three numbers.
      public init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
      }

      /// The version with dots, such as `1.0.0`.
      public var description: String { "\(major).\(minor).\(patch)" }

      /// Compares the major, then the minor, then the patch numbers.
      public static func < (left: Version, right: Version) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
      }
    }
  }

  extension Schema: Hashable {
    /// Whether both have the same models and version.
    public static func == (left: Schema, right: Schema) -> Bool {
      left.version == right.version && left.classes.elementsEqual(right.classes, by: ===)
    }

    /// Hashes the version and the names of the models.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(version)
      hasher.combine(classes.map(\.name))
    }
  }

  /// The options of a property.
  public protocol SchemaProperty: Sendable {}

  extension Schema {
    /// The options of an attribute.
    public struct Attribute: SchemaProperty {
      /// An option of an attribute. Only `unique` has an effect on Linux.
      public struct Option: Hashable, Sendable {
        let name: String

        /// No two records reference the same record.
        public static let unique = Option(name: "unique")
        /// Large values may be in separate files.
        public static let externalStorage = Option(name: "externalStorage")
        /// The value can be searched for in Spotlight.
        public static let spotlight = Option(name: "spotlight")
        /// The value is not saved.
        public static let ephemeral = Option(name: "ephemeral")
        /// The value may be encrypted in iCloud.
        public static let allowsCloudEncryption = Option(name: "allowsCloudEncryption")
        /// The history keeps the value of a deleted record.
        public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")
      }

      /// The options.
      public let options: [Option]
      /// The name in the previous version, or nil.
      public let originalName: String?
      /// What distinguishes versions of the attribute that look the same.
      public let hashModifier: String?

      /// Creates the options of an attribute; `originalName` is its name in the previous version.
      public init(
        _ options: Option...,
        originalName: String? = nil,
        hashModifier: String? = nil
      ) {
        self.options = options
        self.originalName = originalName
        self.hashModifier = hashModifier
      }

      /// Whether no two records share the value.
      public var isUnique: Bool { options.contains(.unique) }
    }

    /// The options of a relationship.
    public struct Relationship: SchemaProperty, @unchecked Sendable {
      /// What happens to related records when a record is deleted.
      public enum DeleteRule: String, Hashable, Codable, Sendable {
        case noAction, nullify, cascade, deny
      }

      /// An option of a relationship.
      public struct Option: Hashable, Sendable {
        let name: String

        /// No two records reference the same record.
        public static let unique = Option(name: "unique")
      }

      /// The options.
      public let options: [Option]
      /// What happens to related records when a record is deleted.
      public let deleteRule: DeleteRule
      /// The minimum number of related records.
      public let minimumModelCount: Int?
      /// The maximum number of related records.
      public let maximumModelCount: Int?
      /// The name in the previous version, or nil.
      public let originalName: String?
      /// The other side of the relationship, if it is declared here.
      public let inverseKeyPath: AnyKeyPath?

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
        self.options = options
        self.deleteRule = deleteRule
        self.minimumModelCount = minimumModelCount
        self.maximumModelCount = maximumModelCount
        self.originalName = originalName
        inverseKeyPath = inverse
      }
    }

    /// Unique combinations of attributes; ``Unique(_:)`` creates it.
    public struct Unique<Model: PersistentModel> {
      /// The constraint as a part of the model.
      public let metadata: PropertyMetadata

      /// Creates a constraint from combinations of attributes.
      public init(_ constraints: [PartialKeyPath<Model>]...) {
        metadata = PropertyMetadata(.unique(constraints))
      }
    }

    /// Indexes; ``Index(_:)`` creates it.
    public struct Index<Model: PersistentModel> {
      /// The constraint as a part of the model.
      public let metadata: PropertyMetadata

      /// Creates indexes, one for each list of attributes.
      public init(_ indices: [PartialKeyPath<Model>]...) {
        metadata = PropertyMetadata(.index(indices))
      }
    }

    /// A property of a model that is not saved.
    public enum UnsavedProperty: Hashable, Sendable {
      /// A computed property.
      case computed(String)
      /// A property with `@Transient`.
      case transient(String)
    }

    /// A property of a model, or a constraint; ``Model()`` creates it.
    public struct PropertyMetadata {
      enum Content {
        case property(DeclaredProperty)
        case unsaved(UnsavedProperty, AnyKeyPath)
        case unique([[AnyKeyPath]])
        case index([[AnyKeyPath]])
      }

      let content: Content

      init(_ content: Content) {
        self.content = content
      }

      var isSaved: Bool {
        if case .property = content { true } else { false }
      }

      /// The same property with another key path.
      func with(_ keyPath: AnyKeyPath?) -> PropertyMetadata {
        guard case .property(var property) = content, let keyPath else { return self }
        property.keyPath = keyPath
        return PropertyMetadata(.property(property))
      }

      /// Describes a property that is not saved, for error messages.
      public init(_ unsaved: UnsavedProperty, keypath: AnyKeyPath) {
        content = .unsaved(unsaved, keypath)
      }

      /// Describes a saved property; ``Model()`` writes such calls.
      public init<Model: PersistentModel, Value>(
        name: String,
        keypath: KeyPath<Model, Value>,
        defaultValue: (() -> Value)? = nil,
        metadata: (any SchemaProperty)? = nil
      ) {
        content = .property(
          DeclaredProperty(
            name: name,
            keyPath: keypath,
            valueType: Value.self,
            defaultValue: defaultValue.map { make in { make() } },
            options: metadata,
            mutate: { registrar, object, body in
              guard let object = object as? Model else { return body() }
              registrar.withMutation(of: object, keyPath: keypath, body)
            }
          )
        )
      }
    }
  }

  struct DeclaredProperty {
    let name: String
    var keyPath: AnyKeyPath
    let valueType: Any.Type
    let defaultValue: (() -> Any)?
    let options: (any SchemaProperty)?
    /// Changes the property of an object and notifies its observers.
    let mutate: (ObservationRegistrar, any PersistentModel, () -> Void) -> Void
  }
#endif
