#if SwiftData
  import Foundation
  import SwiftData

  /// A store of an app's own: all snapshots in a JSON file.
  final class JSONStore: DataStore, DataStoreBatching {
    typealias Snapshot = DefaultSnapshot

    struct Configuration: DataStoreConfiguration {
      typealias Store = JSONStore

      var name: String
      var schema: Schema?
      var url: URL
    }

    let configuration: Configuration
    let schema: Schema
    var identifier: String { configuration.url.lastPathComponent }

    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
      self.configuration = configuration
      schema = configuration.schema ?? Schema()
    }

    private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
      guard let data = try? Data(contentsOf: configuration.url) else { return [:] }
      let all = try JSONDecoder().decode([DefaultSnapshot].self, from: data)
      return Dictionary(uniqueKeysWithValues: all.map { ($0.persistentIdentifier, $0) })
    }

    private func write(_ snapshots: [PersistentIdentifier: DefaultSnapshot]) throws {
      let all = snapshots.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier }
      try JSONEncoder().encode(all).write(to: configuration.url)
    }

    func fetch<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> DataStoreFetchResult<Model, DefaultSnapshot> {
      if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
      let name = Schema.entityName(for: Model.self)
      return DataStoreFetchResult(
        descriptor: request.descriptor,
        fetchedSnapshots: try read().values.filter { $0.persistentIdentifier.entityName == name }
      )
    }

    func save(
      _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
      var all = try read()
      var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
      for snapshot in request.inserted {
        remapped[snapshot.persistentIdentifier] = try .identifier(
          for: identifier,
          entityName: snapshot.persistentIdentifier.entityName,
          primaryKey: UUID()
        )
      }
      for snapshot in request.inserted + request.updated {
        let id = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        all[id] = snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped)
      }
      for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
      try write(all)
      return DataStoreSaveChangesResult(
        for: identifier,
        remappedIdentifiers: remapped,
        snapshotsToReregister: all
      )
    }

    func delete<Model: PersistentModel>(_ request: DataStoreBatchDeleteRequest<Model>) throws {
      guard request.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
      let name = Schema.entityName(for: Model.self)
      try write(try read().filter { $0.key.entityName != name })
    }

    func erase() throws { try write([:]) }
  }
#endif
