#if SwiftData
  import Foundation
  import Martlet
  import Model

  /// The store of a ``ModelConfiguration``, for a ``DataStore`` that passes requests on to it.
  public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
    /// The configuration of the store.
    public typealias Configuration = ModelConfiguration
    /// The values of an object at one moment.
    public typealias Snapshot = DefaultSnapshot
    /// The transactions of the history.
    public typealias HistoryType = DefaultHistoryTransaction
    /// The places of the history.
    public typealias TokenType = DefaultHistoryToken

    /// The configuration.
    public let configuration: ModelConfiguration
    /// The models.
    public let schema: Schema
    /// The name of the configuration.
    public let name: String
    private let container: ModelContainer

    /// Opens the store.
    public init(
      _ configuration: ModelConfiguration,
      migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
      guard let schema = configuration.schema else { throw SwiftDataError.unknownSchema }
      self.configuration = configuration
      self.schema = schema
      name = configuration.name
      container = try ModelContainer(
        for: schema,
        migrationPlan: migrationPlan,
        configurations: [configuration]
      )
      for model in schema.classes { ModelClass.note(model) }
    }

    /// The name of the configuration.
    public var identifier: String { name }

    /// The snapshots that match.
    public func fetch<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> DataStoreFetchResult<Model, DefaultSnapshot> {
      let context = ModelContext(container)
      let objects = try context.fetch(request.descriptor)
      return DataStoreFetchResult(
        descriptor: request.descriptor,
        fetchedSnapshots: objects.map { DefaultSnapshot(of: $0) }
      )
    }

    /// The number of records that match.
    public func fetchCount<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> Int { try ModelContext(container).fetchCount(request.descriptor) }

    /// The identities of the records that match.
    public func fetchIdentifiers<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> [PersistentIdentifier] {
      try ModelContext(container).fetchIdentifiers(request.descriptor)
    }

    /// Saves changes, and returns the permanent identities of new records.
    public func save(
      _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
      let context = ModelContext(container)
      context.author = request.editingState.author
      let engine = context.engines[0]
      var records: [PersistentIdentifier: RecordID] = [:]
      for snapshot in request.inserted + request.updated + request.deleted {
        for id in [snapshot.persistentIdentifier] + snapshot.references.values.joined() {
          records[id] = id.record
        }
      }
      var writer = SnapshotWriter(engine, schema, records)
      try writer.write(request.inserted + request.updated)
      try writer.delete(request.deleted.map(\.persistentIdentifier))
      let time = Timestamp(Date())
      do {
        try engine.save(at: time)
      } catch {
        throw SaveFailure.named(error)
      }
      container.observers.noteSave(by: nil)
      var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
      for id in writer.inserted {
        remapped[id] = writer.records[id].map {
          PersistentIdentifier(entityName: id.entityName, key: .saved($0))
        }
      }
      return DataStoreSaveChangesResult(
        for: identifier,
        remappedIdentifiers: remapped,
        historyToken: DefaultHistoryToken(
          microseconds: time.microseconds,
          storeIdentifier: identifier
        )
      )
    }

    /// Deletes all records.
    public func erase() throws { try container.erase() }

    /// Deletes the records that match.
    public func delete<Model: PersistentModel>(
      _ request: DataStoreBatchDeleteRequest<Model>
    ) throws {
      let context = ModelContext(container)
      context.author = request.editingState.author
      try context.delete(
        model: Model.self,
        where: request.predicate,
        includeSubclasses: request.includeSubclasses
      )
      try context.save()
    }

    /// The transactions that match.
    public func fetchHistory(
      _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
      try ModelContext(container).fetchHistory(descriptor)
    }

    /// Deletes the transactions that match.
    public func deleteHistory(
      _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws { try ModelContext(container).deleteHistory(descriptor) }
  }
#endif
