#if SwiftData
  public import Observation

  /// A class whose objects are records. Attach ``Model()`` instead of conforming by hand.
  public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable {
    /// The values of the object.
    var _$backing: ModelBacking { get }
    /// The properties of the model.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }
    /// Creates an object for the values of a record.
    init(backingData: ModelBacking)
  }

  extension PersistentModel {
    /// The class, as the root of key paths.
    public typealias Root = Self

    /// Whether both are the same object.
    public static func == (left: Self, right: Self) -> Bool { left === right }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The identity of the record: temporary until the object is saved.
    public var persistentModelID: PersistentIdentifier { _$backing.identifier(of: Self.self) }

    /// The identity of the record, for models without their own `id`.
    public var id: PersistentIdentifier { persistentModelID }

    /// The context that the object was inserted into or fetched from.
    public var modelContext: ModelContext? { _$backing.context }

    /// Whether the object has changes that are not saved.
    public var hasChanges: Bool { _$backing.hasChanges }

    /// Whether the object is deleted, or will be when the context is saved.
    public var isDeleted: Bool { _$backing.isDeleted }

    /// Reads a property by its key path.
    public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
      self[keyPath: keyPath]
    }

    /// Changes a property by its key path.
    public func setValue<Value>(
      forKey keyPath: ReferenceWritableKeyPath<Self, Value>,
      to value: Value
    ) {
      self[keyPath: keyPath] = value
    }
  }

  /// The storage of a property whose value is in the backing data.
  public struct _NoStorage {
    /// Creates the storage of a property.
    public init() {}
  }

  /// The inherited properties with key paths that begin at a submodel; used by ``Model()``.
  public func _inherited(
    _ metadata: [Schema.PropertyMetadata],
    _ keyPaths: [AnyKeyPath]
  ) -> [Schema.PropertyMetadata] {
    var rest = keyPaths[...]
    return metadata.map { $0.isSaved ? $0.with(rest.popFirst()) : $0 }
  }

  /// The place of a class's own property among all of its properties; used by ``Model()``.
  public func _place(_ number: Int, in model: any PersistentModel.Type) -> Int {
    (ModelClass.of(model).superclass?.properties.count ?? 0) + number
  }
#endif
