#if SwiftData
  import Context
  import Foundation
  import Martlet
  import Model
  import PostgreSQLStore
  import Session
  import Storage

  /// The models that one configuration keeps.
  struct StorePart {
    let configuration: any DataStoreConfiguration
    let schema: Schema

    /// Divides the models among configurations. One without a schema keeps the models of no other.
    static func parts(
      of schema: Schema,
      _ configurations: [any DataStoreConfiguration]
    ) throws -> [StorePart] {
      guard configurations.count > 1 else {
        return configurations.map { StorePart(configuration: $0, schema: schema) }
      }
      var owners: [ModelClass: any DataStoreConfiguration] = [:]
      for configuration in configurations {
        if let alien = configuration.schema?.classes.first(where: { !schema.contains($0) }) {
          throw SwiftDataError.notInContainer(alien, configuration.name)
        }
        for model in configuration.schema?.classes ?? [] {
          if let other = owners[model] {
            throw SwiftDataError.inTwoConfigurations(model, other.name, configuration.name)
          }
          owners[model] = configuration
        }
      }
      let open = configurations.filter { $0.schema == nil }
      let rest = schema.classes.filter { owners[$0] == nil }
      guard open.count <= 1, rest.isEmpty || open.count == 1 else {
        throw SwiftDataError.noConfiguration(rest)
      }
      return configurations.map {
        StorePart(configuration: $0, schema: $0.schema ?? Schema(rest, schema.version))
      }
    }

    /// Opens or creates the store, and migrates it to the models.
    func open(
      _ plan: (any SchemaMigrationPlan.Type)?
    ) throws -> (engine: EngineContainer, external: (any ExternalStore)?) {
      do {
        try configuration.validate()
        guard let configuration = configuration as? ModelConfiguration else {
          let engine = EngineContainer()
          try Migration(engine, schema, nil).run()
          return (engine, try connected(configuration, plan, engine))
        }
        let engine = try container(configuration)
        let isWritable =
          try configuration.allowsSave
          && engine.store.capability((any MigratingStore).self, for: .reading) != nil
        let fit = StoreFit(schema, engine.store.schema)
        if !isWritable {
          try fit.check(configuration.name)
        } else if plan != nil || !fit.hasMore {
          try Migration(engine, schema, plan).run()
        }
        return (engine, nil)
      } catch let error where !(error is SwiftDataError) {
        throw SwiftDataError(.loadIssueModelContainer, "\(error)")
      }
    }

    private func connected<Configuration: DataStoreConfiguration>(
      _ configuration: Configuration,
      _ plan: (any SchemaMigrationPlan.Type)?,
      _ engine: EngineContainer
    ) throws -> any ExternalStore {
      try ConnectedStore<Configuration.Store>(configuration, plan, schema, engine)
    }

    private func container(_ configuration: ModelConfiguration) throws -> EngineContainer {
      guard !configuration.isStoredInMemoryOnly else { return EngineContainer() }
      var options = FileOptions()
      options.isReadOnly = !configuration.allowsSave
      let address = configuration.url.absoluteString
      if PostgreSQLStore.isAddress(address) {
        return EngineContainer(
          store: try PostgreSQLStore(
            address: address,
            options: options,
            declarations: SchemaDeclarations()
          )
        )
      }
      let folder = configuration.url.deletingLastPathComponent()
      if configuration.allowsSave {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      return try EngineContainer(file: configuration.url.path, options: options)
    }
  }
#endif
