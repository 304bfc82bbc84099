#if SwiftData
  import Foundation
  import Model

  /// The values of an object at one moment, for a ``DataStore``.
  public protocol DataStoreSnapshot: Codable, Sendable {
    /// The identity of the record.
    var persistentIdentifier: PersistentIdentifier { get }

    /// Copies the values of an object.
    init(
      from backingData: any BackingData,
      relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    )

    /// The same values with another identity. References to new records get permanent identities.
    func copy(
      persistentIdentifier: PersistentIdentifier,
      remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
  }

  /// What the value of a property can be in a snapshot.
  public typealias DataStoreSnapshotValue = Codable & Sendable

  /// The keys of an encoded snapshot.
  public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
    /// The key of the identity.
    case persistentIdentifier
    /// The key of a property.
    case modeledProperty(String)

    /// Creates the key with this name.
    public init?(stringValue: String) {
      let isIdentity = stringValue == Self.persistentIdentifier.stringValue
      self = isIdentity ? .persistentIdentifier : .modeledProperty(stringValue)
    }

    /// No key is a number.
    public init?(intValue: Int) { nil }

    /// The name.
    public var stringValue: String {
      switch self {
      case .persistentIdentifier: "persistentIdentifier"
      case .modeledProperty(let name): name
      }
    }

    /// No key is a number.
    public var intValue: Int? { nil }
  }

  /// The values of an object, which a ``DataStoreSnapshot`` copies.
  public protocol BackingData<Model> {
    /// The class of the object.
    associatedtype Model: PersistentModel

    /// Creates the values of a new object.
    init(for type: Model.Type)

    /// The identity of the object.
    var persistentModelID: PersistentIdentifier? { get }
    /// The properties of the class.
    var metadata: Any { get }
    /// The value of a property.
    func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value
    /// Changes the value of a property.
    func setValue<Value>(forKey keyPath: ReferenceWritableKeyPath<Model, Value>, to value: Value)
  }

  /// The values of an object.
  struct ObjectBackingData<Model: PersistentModel>: BackingData {
    let object: Model

    init(_ object: Model) {
      self.object = object
    }

    init(for type: Model.Type) { self.init(Model(backingData: ModelBacking())) }

    var persistentModelID: PersistentIdentifier? { object.persistentModelID }
    var metadata: Any { Model.schemaMetadata }

    func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
      object[keyPath: keyPath]
    }

    func setValue<Value>(forKey keyPath: ReferenceWritableKeyPath<Model, Value>, to value: Value) {
      object[keyPath: keyPath] = value
    }
  }

  extension PersistentModel {
    /// The values of a new object.
    public static func createBackingData() -> some BackingData<Self> {
      ObjectBackingData(for: Self.self)
    }

    /// The values of the object.
    public var persistentBackingData: any BackingData<Self> { ObjectBackingData(self) }
  }

  /// The values of an object by property.
  public struct DefaultSnapshot: DataStoreSnapshot {
    /// The identity of the record.
    public let persistentIdentifier: PersistentIdentifier
    /// The attributes as a store keeps them.
    private(set) var values: [String: Value] = [:]
    /// The related records.
    private(set) var references: [String: [PersistentIdentifier]] = [:]

    /// Copies the values of an object.
    public init(
      from backingData: any BackingData,
      relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
      func object<Data: BackingData>(_ data: Data) -> any PersistentModel {
        (data as? ObjectBackingData<Data.Model>)?.object
          ?? Data.Model(backingData: ModelBacking())
      }
      self.init(of: object(backingData))
    }

    init(of object: any PersistentModel) {
      persistentIdentifier = object.persistentModelID
      let backing = object._$backing
      for property in backing.modelClass(of: object).storedProperties {
        if case .attribute(let coding) = property.kind {
          let value = backing.loaded(property, object) ?? property.defaultValue?()
          // A save has encoded the value before, so that this cannot fail.
          values[property.name] = value.flatMap { try? coding.stored($0) } ?? .null
        } else {
          references[property.name] = backing.related(property, object).map(\.persistentModelID)
        }
      }
    }

    /// The same values with another identity.
    public func copy(
      persistentIdentifier: PersistentIdentifier,
      remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = nil
    ) -> DefaultSnapshot {
      var copy = DefaultSnapshot(persistentIdentifier)
      copy.values = values
      copy.references = references.mapValues { $0.map { remappedIdentifiers?[$0] ?? $0 } }
      return copy
    }

    private init(_ identifier: PersistentIdentifier) {
      persistentIdentifier = identifier
    }

    // MARK: Coding

    private static func model(_ identifier: PersistentIdentifier) throws -> ModelClass {
      guard let model = ModelClass.named(identifier.entityName) else {
        throw SwiftDataError(
          .unknownDataStoreSchema,
          "a snapshot is of \(identifier.entityName), which is not a model of a container"
        )
      }
      return model
    }

    /// Reads a snapshot. The model must be in a container: in that of the store which reads it, or
    /// in the newest one with a custom store.
    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
      self.init(try fields.decode(PersistentIdentifier.self, forKey: .persistentIdentifier))
      for property in try Self.model(persistentIdentifier).storedProperties {
        let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
        switch property.kind {
        case .attribute(let coding):
          values[property.name] = try coding.decoded(property.valueType, fields, key) ?? .null
        case .toOne:
          let target = try fields.decodeIfPresent(PersistentIdentifier.self, forKey: key)
          references[property.name] = target.map { [$0] } ?? []
        case .toMany:
          references[property.name] =
            try fields.decodeIfPresent([PersistentIdentifier].self, forKey: key) ?? []
        }
      }
    }

    /// Writes the values by the names of the properties.
    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
      try fields.encode(persistentIdentifier, forKey: .persistentIdentifier)
      for property in try Self.model(persistentIdentifier).storedProperties {
        let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
        switch property.kind {
        case .attribute(let coding):
          try coding.encode(values[property.name] ?? .null, &fields, key)
        case .toOne: try fields.encodeIfPresent(references[property.name]?.first, forKey: key)
        case .toMany: try fields.encode(references[property.name] ?? [], forKey: key)
        }
      }
    }
  }

  extension ValueCoding {
    fileprivate typealias Key = DataStoreSnapshotCodingKey

    /// Decodes a value of a Swift type as a value of a store.
    fileprivate func decoded(
      _ type: any Any.Type,
      _ fields: KeyedDecodingContainer<Key>,
      _ key: Key
    ) throws -> Value? {
      func decode<Content: Decodable>(_ type: Content.Type) throws -> Value? {
        try fields.decodeIfPresent(type, forKey: key).map { try stored($0) }
      }
      func decodeRaw<Raw: RawRepresentable>(_ type: Raw.Type) throws -> Value? {
        guard let raw = Raw.RawValue.self as? any (Decodable & StoredValue).Type else { return nil }
        func value<Content: Decodable & StoredValue>(_: Content.Type) throws -> Value? {
          try fields.decodeIfPresent(Content.self, forKey: key)?.stored
        }
        return try value(raw)
      }
      let bare = (type as? any OptionalValue.Type)?.wrapped ?? type
      if let type = bare as? any Decodable.Type { return try decode(type) }
      return try (bare as? any RawRepresentable.Type).flatMap { try decodeRaw($0) }
    }

    /// Encodes a value of a store as one of a Swift type.
    fileprivate func encode(
      _ value: Value,
      _ fields: inout KeyedEncodingContainer<Key>,
      _ key: Key
    ) throws {
      guard let content = value.isNull ? nil : restored(value) else {
        return try fields.encodeNil(forKey: key)
      }
      func rawValue<Raw: RawRepresentable>(_ raw: Raw) -> (any Encodable)? {
        raw.rawValue as? any Encodable
      }
      let bare = (content as? any OptionalValue)?.content ?? content
      let encodable =
        bare as? any Encodable ?? (bare as? any RawRepresentable).flatMap { rawValue($0) }
      if let encodable { try fields.encode(encodable, forKey: key) }
    }
  }
#endif
