#if SwiftData
  import Context
  import Foundation
  import Martlet
  import Model
  import Synchronization

  /// The models and the store of an app.
  ///
  /// ```swift
  /// let container = try ModelContainer(
  ///   for: Trip.self,
  ///   configurations: ModelConfiguration(isStoredInMemoryOnly: true)
  /// )
  /// ```
  ///
  /// Tasks share a container. Each has its own ``ModelContext``.
  public final class ModelContainer: Sendable {
    /// The models.
    public let schema: Schema
    /// Where the records are kept.
    public let configurations: Set<ModelConfiguration>
    /// The plan that migrates older stores, or nil.
    public let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// The stores, one for each configuration.
    let engines: [EngineContainer]
    /// The ``DataStore`` of each engine, or nil for those of ``ModelConfiguration``s.
    let external: [(any ExternalStore)?]
    let hasExternalStores: Bool
    /// The stores of the models, by the names of their root classes.
    private let places: [String: Int]
    private let configurationNames: [String]
    let observers = ContainerObservers()
    private let conflictRule = Mutex(UniqueConflictRule.update)
    @MainActor private var main: ModelContext?

    /// Opens or creates the store, and migrates it to the models.
    public convenience init(
      for types: any PersistentModel.Type...,
      migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
      configurations: any DataStoreConfiguration...
    ) throws {
      try self.init(
        for: Schema(types),
        migrationPlan: migrationPlan,
        configurations: configurations
      )
    }

    /// Opens or creates the store, and migrates it to the models.
    public convenience init(
      for schema: Schema,
      migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
      configurations: any DataStoreConfiguration...
    ) throws {
      try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens or creates the store, and migrates it to the models.
    ///
    /// - Throws: An error if the store cannot be opened or does not fit the models.
    public init(
      for schema: Schema,
      migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
      configurations: [any DataStoreConfiguration]
    ) throws {
      let configurations =
        configurations.isEmpty ? [ModelConfiguration(nil, schema: schema)] : configurations
      guard !schema.classes.isEmpty || schema.entities.isEmpty else {
        throw SwiftDataError(
          .unknownSchema,
          "a container needs the classes of its models\nhelp: pass `Schema([Trip.self])`"
        )
      }
      self.schema = schema
      let files = configurations.compactMap { $0 as? ModelConfiguration }
      self.configurations = Set(files)
      for (place, configuration) in files.enumerated() where !configuration.isStoredInMemoryOnly {
        if let other = files[..<place].first(where: { $0.url == configuration.url }) {
          throw SwiftDataError.sameStore(other.name, configuration.name)
        }
      }
      self.migrationPlan = migrationPlan
      configurationNames = configurations.map(\.name)
      for model in schema.classes {
        for property in model.storedProperties where property.defaultValue == nil {
          guard case .attribute(let coding) = property.kind, coding.needsDefault else { continue }
          throw SwiftDataError.needsDefault(property, model)
        }
      }
      let parts = try StorePart.parts(of: schema, configurations)
      let opened = try parts.map { try $0.open(migrationPlan) }
      engines = opened.map(\.engine)
      external = opened.map(\.external)
      hasExternalStores = external.contains { $0 != nil }
      places = Dictionary(
        parts.enumerated().flatMap { place, part in
          part.schema.classes.map { ($0.root.name, place) }
        }
      ) { first, _ in first }
    }

    /// A container of an open store, for one step of a migration.
    init(_ engine: EngineContainer, _ schema: Schema) {
      engines = [engine]
      external = [nil]
      hasExternalStores = false
      places = [:]
      configurationNames = ["migration"]
      self.schema = schema
      configurations = []
      migrationPlan = nil
    }

    /// The identifiers of the stores, in order.
    var identifiers: [String] { configurationNames }

    /// The store of a root class.
    func place(of root: String) -> Int { engines.count == 1 ? 0 : places[root] ?? 0 }

    /// The identity of a saved record.
    func identifier(of record: RecordID, _ model: String) -> PersistentIdentifier {
      let known =
        hasExternalStores ? external[place(of: record.entity)]?.identifier(of: record) : nil
      return known ?? PersistentIdentifier(entityName: model, key: .saved(record))
    }

    /// The record of an identity, or nil if it is not saved here.
    func record(of identifier: PersistentIdentifier) -> RecordID? {
      guard hasExternalStores, let root = schema.model(named: identifier.entityName)?.root,
        let store = external[place(of: root.name)]
      else { return identifier.record }
      return store.record(of: identifier)
    }

    /// What inserting an object does if a record has the same unique key.
    public enum UniqueConflictRule: Hashable, Sendable {
      /// The record gets the values of the object, as on Apple's systems.
      case update
      /// The save is refused with an error that names both, and so is a fetch before it.
      case refuse
    }

    /// What inserting an object does if a record has the same unique key.
    public var uniqueConflictRule: UniqueConflictRule {
      get { conflictRule.withLock { $0 } }
      set { conflictRule.withLock { $0 = newValue } }
    }

    /// The context of the main actor. It saves by itself, soon after each change.
    @MainActor public var mainContext: ModelContext {
      if let main { return main }
      let context = ModelContext(self, isMain: true)
      main = context
      return context
    }

    /// Deletes all records.
    public func deleteAllData() throws {
      for (place, engine) in engines.enumerated() {
        if let store = external[place] {
          try store.erase()
          continue
        }
        let context = EngineContext(engine)
        for model in schema.classes
        where model.superclass == nil && self.place(of: model.name) == place {
          try context.delete(model: model.name, where: "true")
        }
        try context.save()
      }
      observers.noteSave(by: nil)
    }

    /// Deletes all records.
    public func erase() throws { try deleteAllData() }
  }

  extension ModelContainer: Equatable {
    /// Whether both are the same object.
    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }
  }
#endif
