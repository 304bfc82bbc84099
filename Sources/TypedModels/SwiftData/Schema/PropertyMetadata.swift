#if SwiftData
  import Observation

  extension Schema {
    /// Unique combinations of attributes; ``Unique(_:)`` creates it.
    public struct Unique<Model: PersistentModel> {
      /// The combinations.
      public let constraints: [[PartialKeyPath<Model>]]

      /// Creates a constraint from combinations of attributes.
      public init(_ constraints: [PartialKeyPath<Model>]...) {
        self.constraints = constraints
      }

      /// The constraint as a part of the model.
      public var metadata: PropertyMetadata { PropertyMetadata(.unique(constraints)) }
    }

    /// Indexes; ``Index(_:)`` creates it.
    public struct Index<Model: PersistentModel> {
      /// An index. Here both kinds are the same.
      public enum Types<Root: PersistentModel> {
        /// An index for comparisons and sorting.
        case binary([PartialKeyPath<Root>])
        /// An index for places.
        case rtree([PartialKeyPath<Root>])

        /// The attributes.
        var keyPaths: [PartialKeyPath<Root>] {
          switch self {
          case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
          }
        }
      }

      /// The indexes.
      public let indices: [Types<Model>]

      /// Creates indexes, one for each list of attributes.
      public init(_ indices: [PartialKeyPath<Model>]...) {
        self.indices = indices.map(Types.binary)
      }

      /// Creates indexes.
      public init(_ indices: Types<Model>...) {
        self.indices = indices
      }

      /// The indexes as a part of the model.
      public var metadata: PropertyMetadata {
        PropertyMetadata(.index(indices.map(\.keyPaths)))
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
