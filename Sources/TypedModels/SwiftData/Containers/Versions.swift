#if SwiftData
  import Context
  import Martlet
  import Model
  import Storage

  /// The models of one version of an app.
  ///
  /// ```swift
  /// enum TripsV1: VersionedSchema {
  ///   static let versionIdentifier = Schema.Version(1, 0, 0)
  ///   static var models: [any PersistentModel.Type] { [Trip.self] }
  /// }
  /// ```
  public protocol VersionedSchema: SendableMetatype {
    static var models: [any PersistentModel.Type] { get }
    static var versionIdentifier: Schema.Version { get }
  }

  /// The versions of an app's models, oldest first, and the stages between them.
  public protocol SchemaMigrationPlan: SendableMetatype {
    static var schemas: [any VersionedSchema.Type] { get }
    static var stages: [MigrationStage] { get }
  }

  /// A step from one version to the next.
  public enum MigrationStage: @unchecked Sendable {
    /// Members are only added, removed or renamed.
    case lightweight(
      fromVersion: any VersionedSchema.Type,
      toVersion: any VersionedSchema.Type
    )
    /// Closures read and change the records: before the migration as objects of the old version,
    /// after it as objects of the new one.
    case custom(
      fromVersion: any VersionedSchema.Type,
      toVersion: any VersionedSchema.Type,
      willMigrate: ((ModelContext) throws -> Void)?,
      didMigrate: ((ModelContext) throws -> Void)?
    )

    var target: Schema.Version {
      switch self {
      case .lightweight(_, let version), .custom(_, let version, _, _): version.versionIdentifier
      }
    }
  }

  /// Migrates a store to the models of a schema.
  struct Migration {
    private let engine: EngineContainer
    private let schema: Schema
    private let plan: (any SchemaMigrationPlan.Type)?

    init(
      _ engine: EngineContainer,
      _ schema: Schema,
      _ plan: (any SchemaMigrationPlan.Type)?
    ) {
      self.engine = engine
      self.schema = schema
      self.plan = plan
    }

    func run() throws {
      do {
        try migrate()
      } catch let error as SwiftDataError {
        throw error
      } catch let error where error is QueryError || error is ChangeFailure {
        throw SwiftDataError.migrationFailed(
          error,
          hasPlan: plan.map { !$0.schemas.isEmpty } ?? false
        )
      }
    }

    private func migrate() throws {
      guard let plan, !plan.schemas.isEmpty else {
        try engine.declare(try Declarations.text(schema))
        return
      }
      let current = try engine.store.modelVersion()?.number.code ?? 0
      let versions = plan.schemas.enumerated().map { (number: $0 + 1, schema: $1) }
      if current > versions.count { throw SwiftDataError.newerStore(current, versions.count) }
      for (number, version) in versions {
        let models = try Declarations.text(Schema(versionedSchema: version))
        try engine.declare("version \(number) {\n\(models)\n}")
      }
      for (number, version) in versions where number > current {
        let stage = plan.stages.first { $0.target == version.versionIdentifier }
        var will: ((ModelContext) throws -> Void)?
        var did: ((ModelContext) throws -> Void)?
        if case .custom(_, _, let before, let after) = stage { (will, did) = (before, after) }
        if let will, number > 1 {
          try run(will, on: Schema(versionedSchema: versions[number - 2].schema))
        }
        try engine.declare("migrate \(number)")
        if let did { try run(did, on: Schema(versionedSchema: version)) }
      }
    }

    private func run(_ body: (ModelContext) throws -> Void, on schema: Schema) throws {
      let context = ModelContext(ModelContainer(engine, schema))
      try body(context)
      if context.hasChanges { try context.save() }
    }
  }
#endif
