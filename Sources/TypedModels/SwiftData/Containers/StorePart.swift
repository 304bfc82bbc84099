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
    let configuration: ModelConfiguration
    let schema: Schema

    /// Divides the models among configurations. One without a schema keeps the models of no other.
    static func parts(
      of schema: Schema,
      _ configurations: [ModelConfiguration]
    ) throws -> [StorePart] {
      guard configurations.count > 1 else {
        return configurations.map { StorePart(configuration: $0, schema: schema) }
      }
      var owners: [ObjectIdentifier: ModelConfiguration] = [:]
      for configuration in configurations {
        for model in configuration.schema?.classes ?? [] {
          let id = ObjectIdentifier(model)
          if let other = owners[id] {
            throw SwiftDataError.inTwoConfigurations(model, other.name, configuration.name)
          }
          owners[id] = configuration
        }
      }
      let open = configurations.filter { $0.schema == nil }
      let rest = schema.classes.filter { owners[ObjectIdentifier($0)] == nil }
      guard open.count <= 1, rest.isEmpty || open.count == 1 else {
        throw SwiftDataError.noConfiguration(rest)
      }
      return configurations.map {
        StorePart(configuration: $0, schema: $0.schema ?? Schema(rest, schema.version))
      }
    }

    /// Opens or creates the store, and migrates it to the models.
    func open(_ plan: (any SchemaMigrationPlan.Type)?) throws -> EngineContainer {
      let engine = try container()
      let isWritable =
        try configuration.allowsSave
        && engine.store.capability((any MigratingStore).self, for: .reading) != nil
      let fit = StoreFit(schema, engine.store.schema)
      if !isWritable {
        try fit.check(configuration.name)
      } else if plan != nil || !fit.hasMore {
        try Migration(engine, schema, plan).run()
      }
      return engine
    }

    private func container() throws -> EngineContainer {
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
