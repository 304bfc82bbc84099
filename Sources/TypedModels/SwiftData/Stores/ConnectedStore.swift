#if SwiftData
  import Context
  import Foundation
  import Martlet
  import Model
  import Synchronization

  /// A ``DataStore`` whose records are also in memory, where the contexts query them.
  protocol ExternalStore: AnyObject, Sendable {
    func refresh<Model: PersistentModel>(
      _ descriptor: FetchDescriptor<Model>,
      _ state: EditingState
    ) throws
    /// - Returns: The place of the save in the store's history, if the store says so.
    func save(_ context: ModelContext, _ engine: EngineContext) throws -> (any HistoryToken)?
    func erase() throws
    func begin(_ state: EditingState)
    func end(_ state: EditingState)
    /// What deletes the matching records of the store, if it can do that.
    func batchDeletion<Model: PersistentModel>(
      _ request: DataStoreBatchDeleteRequest<Model>
    ) -> (() throws -> Void)?
    func has<Transaction: HistoryTransaction>(_ type: Transaction.Type) -> Bool
    func history<Transaction: HistoryTransaction>(
      _ descriptor: HistoryDescriptor<Transaction>
    ) throws -> [Transaction]
    func deleteHistory<Transaction: HistoryTransaction>(
      _ descriptor: HistoryDescriptor<Transaction>
    ) throws
    func identifier(of record: RecordID) -> PersistentIdentifier?
    func record(of identifier: PersistentIdentifier) -> RecordID?
  }

  final class ConnectedStore<Store: DataStore>: ExternalStore, @unchecked Sendable {
    let store: Store
    private let engine: EngineContainer
    private let schema: Schema
    /// Calls of the store never overlap.
    private let turn = NSRecursiveLock()
    private let identities = Mutex(Identities())

    private struct Identities {
      var records: [PersistentIdentifier: RecordID] = [:]
      var identifiers: [RecordID: PersistentIdentifier] = [:]

      mutating func add(_ identifier: PersistentIdentifier, _ record: RecordID) {
        records[identifier] = record
        identifiers[record] = identifier
      }

      mutating func remove(_ record: RecordID) {
        if let identifier = identifiers.removeValue(forKey: record) { records[identifier] = nil }
      }
    }

    /// Opens the store and reads its records.
    init(
      _ configuration: Store.Configuration,
      _ plan: (any SchemaMigrationPlan.Type)?,
      _ schema: Schema,
      _ engine: EngineContainer
    ) throws {
      var configuration = configuration
      if configuration.schema == nil { configuration.schema = schema }
      store = try Schema.$ofSnapshots.withValue(schema) {
        try Store(configuration, migrationPlan: plan)
      }
      self.engine = engine
      self.schema = schema
      for model in schema.classes { ModelClass.note(model) }
      try inTurn { try refreshAll() }
    }

    func identifier(of record: RecordID) -> PersistentIdentifier? {
      identities.withLock { $0.identifiers[record] }
    }

    func record(of identifier: PersistentIdentifier) -> RecordID? {
      identities.withLock { $0.records[identifier] }
    }

    /// Calls the store. The snapshots that it decodes are of the models of its schema.
    func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
      try turn.withLock { try Schema.$ofSnapshots.withValue(schema, operation: body) }
    }

    func begin(_ state: EditingState) { inTurn { store.initializeState(for: state) } }

    func end(_ state: EditingState) { inTurn { store.invalidateState(for: state) } }

    func erase() throws {
      try inTurn {
        try store.erase()
        try refreshAll()
      }
    }

    // MARK: Reading

    private func refreshAll() throws {
      let state = EditingState(id: UUID(), author: nil)
      func snapshots<Model: PersistentModel>(_ type: Model.Type) throws -> [Store.Snapshot] {
        let request = DataStoreFetchRequest(
          descriptor: FetchDescriptor<Model>(),
          editingState: state
        )
        let result = try store.fetch(request)
        return result.fetchedSnapshots + result.relatedSnapshots.values
      }
      let roots = schema.classes.filter { $0.superclass == nil }
      let all = try roots.flatMap { try snapshots($0.type) }
      let known = identities.withLock { Array($0.identifiers.keys) }
      try write(all, replacing: known)
    }

    func refresh<Model: PersistentModel>(
      _ descriptor: FetchDescriptor<Model>,
      _ state: EditingState
    ) throws {
      try inTurn {
        // The context sorts, and takes the first ones after its own changes.
        var wanted = FetchDescriptor<Model>(predicate: descriptor.predicate)
        let result = try fetched(&wanted, state)
        var query =
          QueryText("fetch ") + ModelClass.of(Model.self).quotedName
          + " as " + Names.record
        if let predicate = wanted.predicate {
          var translator = PredicateTranslator(resolve: record)
          query = query + " where (" + (try translator.condition(predicate)) + ")"
        }
        let matching = try EngineContext(engine).fetchIdentifiers(query)
        try write(
          result.fetchedSnapshots + result.relatedSnapshots.values,
          replacing: matching
        )
      }
    }

    private func fetched<Model>(
      _ descriptor: inout FetchDescriptor<Model>,
      _ state: EditingState
    ) throws -> DataStoreFetchResult<Model, Store.Snapshot> {
      do {
        return try store.fetch(DataStoreFetchRequest(descriptor: descriptor, editingState: state))
      } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
        descriptor.predicate = nil
        return try store.fetch(DataStoreFetchRequest(descriptor: descriptor, editingState: state))
      }
    }

    /// Writes snapshots, and deletes the records among `old` that have none.
    ///
    /// The delete rules are not applied: the store has done so, and returns what is left.
    ///
    /// - Returns: The records whose values are new.
    @discardableResult
    private func write(
      _ snapshots: some Collection<Store.Snapshot>,
      replacing old: [RecordID]
    ) throws -> Set<RecordID> {
      let context = EngineContext(engine)
      context.appliesDeleteRules = false
      let known = identities.withLock { $0.records }
      var writer = SnapshotWriter(context, schema, known)
      try writer.write(try snapshots.map(Self.plain))
      let present = Set(snapshots.compactMap { writer.records[$0.persistentIdentifier] })
      let stale = old.filter { !present.contains($0) }
      for (root, ids) in Dictionary(grouping: stale, by: \.entity) {
        try context.delete(model: root, where: "self in \(ids)")
      }
      if context.hasChanges { try context.save() }
      identities.withLock { identities in
        for identifier in writer.inserted {
          if let record = writer.records[identifier] { identities.add(identifier, record) }
        }
        for record in stale { identities.remove(record) }
      }
      if !stale.isEmpty { try forgetDeleted(context) }
      return writer.changed
    }

    /// Forgets the identities of records that were deleted with those that they require. If the
    /// store still has them, the next fetch inserts them again.
    private func forgetDeleted(_ context: EngineContext) throws {
      let known = identities.withLock { Array($0.identifiers.keys) }
      for records in Dictionary(grouping: known, by: \.entity).values {
        let existing = try context.existing(records)
        identities.withLock { identities in
          for record in records where !existing.contains(record) { identities.remove(record) }
        }
      }
    }

    /// A snapshot with values by property.
    private static func plain(_ snapshot: Store.Snapshot) throws -> DefaultSnapshot {
      if let plain = snapshot as? DefaultSnapshot { return plain }
      let data = try JSONEncoder().encode(snapshot)
      return try JSONDecoder().decode(DefaultSnapshot.self, from: data)
    }

    // MARK: Saving

    func save(_ context: ModelContext, _ engine: EngineContext) throws -> (any HistoryToken)? {
      // Reads the values before the changes. It is not announced: other stores may be in use by
      // contexts that wait for this one.
      let before = ModelContext(context.container, isMain: false, isAnnounced: false)
      return try inTurn {
        try engine.checkSave()
        let changes = try PendingRecords(engine.pendingEvents())
        let isDeleted = try deleteBatch(changes, context)
        func snapshots(_ ids: [RecordID], _ context: ModelContext) -> [Store.Snapshot] {
          ids.compactMap { id in
            schema.model(named: id.entity).map { Self.snapshot(of: context.related(id, $0)) }
          }
        }
        let request = DataStoreSaveChangesRequest(
          inserted: snapshots(changes.inserted, context),
          updated: snapshots(changes.updated, context),
          deleted: isDeleted ? [] : snapshots(changes.deleted, before),
          editingState: context.editingState
        )
        let result = try isDeleted ? nil : store.save(request)
        try engine.save()
        identities.withLock { identities in
          for (id, snapshot) in zip(changes.inserted, request.inserted) {
            let temporary = snapshot.persistentIdentifier
            identities.add(result?.remappedIdentifiers[temporary] ?? temporary, id)
          }
          for id in changes.deleted { identities.remove(id) }
        }
        let reregistered = result.map { Array($0.snapshotsToReregister.values) } ?? []
        for object in try write(reregistered, replacing: []).compactMap({
          context.registered[$0]
        }) {
          object._$backing.forgetValues(of: object)
        }
        return result?.historyToken
      }
    }

    /// Lets the store delete by a condition, if there are no other changes: a store saves each
    /// request as a whole, but not two of them.
    ///
    /// - Returns: Whether it has done so.
    private func deleteBatch(_ changes: PendingRecords, _ context: ModelContext) throws -> Bool {
      let batches = context.batchDeletions.filter { $0.store === self }
      guard let batch = batches.first, batches.count == 1,
        changes.inserted.isEmpty, changes.updated.isEmpty,
        batch.records.isSuperset(of: changes.deleted)
      else { return false }
      do {
        try batch.perform()
        return true
      } catch DataStoreError.preferInMemoryFilter, DataStoreError.unsupportedFeature {
        return false
      }
    }

    private static func snapshot<Model: PersistentModel>(of object: Model) -> Store.Snapshot {
      var related: [PersistentIdentifier: any BackingData] = [:]
      return Store.Snapshot(from: ObjectBackingData(object), relatedBackingDatas: &related)
    }

    func batchDeletion<Model: PersistentModel>(
      _ request: DataStoreBatchDeleteRequest<Model>
    ) -> (() throws -> Void)? {
      guard let store = store as? any DataStoreBatching else { return nil }
      return { try store.delete(request) }
    }
  }
#endif
