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
    /// The models in declaration order.
    public let entities: [Entity]
    let classes: [ModelClass]
    /// The schema of the ``DataStore`` that is being called. Models of two versions, such as
    /// `V1.Trip` and `V2.Trip`, have one name.
    @TaskLocal static var ofSnapshots: Schema?

    /// Creates a schema without models.
    public convenience init() { self.init([ModelClass](), Version(1, 0, 0)) }

    /// Creates a schema of models, and of the models that they reference.
    public convenience init(
      _ types: [any PersistentModel.Type],
      version: Version = Version(1, 0, 0)
    ) {
      self.init(ModelClass.reachable(from: types), version)
    }

    convenience init(_ classes: [ModelClass], _ version: Version) {
      self.init(Entity.all(classes), classes, version)
    }

    init(_ entities: [Entity], _ classes: [ModelClass], _ version: Version) {
      self.entities = entities
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

    /// Creates a schema from descriptions. A container needs classes instead.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
      self.init(entities, [], version)
    }

    /// Creates the schema of one version of an app.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
      self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// The name of a model.
    public static func entityName<Model: PersistentModel>(for type: Model.Type) -> String {
      ModelClass.of(type).name
    }

    /// The description of a model, or nil if it is not in the schema.
    public func entity<Model: PersistentModel>(for type: Model.Type) -> Entity? {
      entitiesByName[Self.entityName(for: type)]
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
        && (!left.classes.isEmpty || left.entities == right.entities)
    }

    /// Hashes the version and the names of the models.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(version)
      hasher.combine(entities.map(\.name))
    }
  }
#endif
