#if SwiftData
  import Context
  import Foundation
  import Martlet
  import Model

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
    let engine: EngineContainer
    @MainActor private var main: ModelContext?

    /// Opens or creates the store, and migrates it to the models.
    public convenience init(
      for types: any PersistentModel.Type...,
      migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
      configurations: ModelConfiguration...
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
      configurations: ModelConfiguration...
    ) throws {
      try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens or creates the store, and migrates it to the models.
    ///
    /// - Throws: An error if the store cannot be opened or does not fit the models.
    public init(
      for schema: Schema,
      migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
      configurations: [ModelConfiguration]
    ) throws {
      guard configurations.count <= 1 else { throw SwiftDataError.severalConfigurations }
      let configuration = configurations.first ?? ModelConfiguration(nil, schema: schema)
      self.schema = schema
      self.configurations = [configuration]
      self.migrationPlan = migrationPlan
      if configuration.isStoredInMemoryOnly {
        engine = EngineContainer()
      } else {
        let folder = configuration.url.deletingLastPathComponent()
        if configuration.allowsSave {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        var options = FileOptions()
        options.isReadOnly = !configuration.allowsSave
        engine = try EngineContainer(file: configuration.url.path, options: options)
      }
      if configuration.allowsSave {
        try Migration(engine, schema, migrationPlan).run()
      }
    }

    /// A container of an open store, for one step of a migration.
    init(_ engine: EngineContainer, _ schema: Schema) {
      self.engine = engine
      self.schema = schema
      configurations = []
      migrationPlan = nil
    }

    /// The context of the main actor. It saves automatically, soon after each change.
    @MainActor public var mainContext: ModelContext {
      if let main { return main }
      let context = ModelContext(self, isMain: true)
      main = context
      return context
    }

    /// Deletes all records.
    public func deleteAllData() throws {
      let context = EngineContext(engine)
      for model in schema.classes where model.superclass == nil {
        try context.delete(model: model.name, where: "true")
      }
      try context.save()
    }
  }

  extension ModelContainer: Equatable {
    /// Whether both are the same object.
    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }
  }
#endif
