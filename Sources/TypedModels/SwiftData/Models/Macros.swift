#if SwiftData
  public import Foundation

  /// Makes a class a model, so that a container can store its objects.
  ///
  /// ```swift
  /// @Model
  /// final class Trip {
  ///   var name: String
  ///   var days: Int = 1
  ///   init(name: String) { self.name = name }
  /// }
  /// ```
  ///
  /// All stored variables are saved, except those with `@Transient`.
  @attached(
    member,
    conformances: PersistentModel,
    names: named(_$backing),
    prefixed(_$),
    prefixed(_$keyPathsOf),
    named(schemaMetadata),
    named(init)
  )
  @attached(memberAttribute)
  @attached(extension, conformances: PersistentModel)
  public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "ModelMacro")

  /// Implements a saved property; ``Model()`` attaches it.
  @attached(accessor, names: named(init), named(get), named(set))
  @attached(peer, names: prefixed(_))
  public macro _PersistedProperty(_ place: Int, _ model: String? = nil) =
    #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

  /// Sets options of an attribute: `@Attribute(.unique) var code: String`.
  @attached(peer)
  public macro Attribute(
    _ options: Schema.Attribute.Option...,
    originalName: String? = nil,
    hashModifier: String? = nil
  ) = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

  /// Sets the delete rule and the inverse of a relationship.
  @attached(peer)
  public macro Relationship(
    _ options: Schema.Relationship.Option...,
    deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0,
    maximumModelCount: Int? = 0,
    originalName: String? = nil,
    inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
  ) = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

  /// Excludes a property with a default value from the record.
  @attached(peer)
  public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "MarkerMacro")

  /// Declares combinations of attributes that no two records share.
  @freestanding(declaration)
  public macro Unique<Model: PersistentModel>(_ constraints: [PartialKeyPath<Model>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")

  /// Declares indexes.
  @freestanding(declaration)
  public macro Index<Model: PersistentModel>(_ indices: [PartialKeyPath<Model>]...) =
    #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")

  /// Declares indexes: `#Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))`.
  @freestanding(declaration)
  public macro Index<Model: PersistentModel>(_ indices: Schema.Index<Model>.Types<Model>...) =
    #externalMacro(module: "SwiftDataMacros", type: "ConstraintMacro")

  #if compiler(>=6.3)
    /// A condition on the objects of a model.
    ///
    /// ```swift
    /// let coming = #Predicate<Trip> { $0.starts > Date.now && $0.status == Status.booked }
    /// ```
    ///
    /// It is Foundation's macro, but also accepts constants such as `Date.now`.
    @freestanding(expression)
    public macro Predicate<Model: PersistentModel>(
      _ body: (Model) -> Bool
    ) -> Predicate<Model> = #externalMacro(module: "SwiftDataMacros", type: "PredicateMacro")
  #endif

  /// Gives an actor its own context: `modelContext`.
  ///
  /// ```swift
  /// @ModelActor actor Importer {
  ///   func add(_ name: String) throws {
  ///     modelContext.insert(Trip(name: name))
  ///     try modelContext.save()
  ///   }
  /// }
  /// ```
  @attached(
    member,
    names: named(modelExecutor),
    named(modelContainer),
    named(init(modelContainer:))
  )
  @attached(extension, conformances: ModelActor)
  public macro ModelActor(disableGenerateInit: Bool = false) =
    #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")
#endif
