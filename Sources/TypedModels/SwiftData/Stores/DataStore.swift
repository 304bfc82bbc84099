#if SwiftData
  public import Foundation

  /// Where the records of a ``ModelContainer`` are kept: a ``ModelConfiguration``, or one of a
  /// custom store.
  public protocol DataStoreConfiguration<Store>: Hashable {
    /// The store.
    associatedtype Store: DataStore where Store.Configuration == Self

    /// The name.
    var name: String { get }
    /// The models that the store keeps. The container sets it if it is nil.
    var schema: Schema? { get set }
    /// Throws an error if the store cannot be opened.
    func validate() throws
  }

  extension DataStoreConfiguration {
    /// Accepts every configuration.
    public func validate() throws {}
  }

  /// A custom store, such as a file or a service.
  ///
  /// ```swift
  /// let configuration = JSONConfiguration(name: "trips", url: url)
  /// let container = try ModelContainer(for: Trip.self, configurations: configuration)
  /// ```
  ///
  /// The container reads all snapshots when it is opened. Each fetch asks the store again for those
  /// that match; their order, limit and unsaved changes are the work of the context. Calls of one
  /// store never overlap.
  public protocol DataStore: AnyObject, SendableMetatype {
    /// The configuration of the store.
    associatedtype Configuration: DataStoreConfiguration where Configuration.Store == Self
    /// The values of an object at one moment.
    associatedtype Snapshot: DataStoreSnapshot

    /// The configuration.
    var configuration: Configuration { get }
    /// What distinguishes the store from others.
    var identifier: String { get }
    /// The models.
    var schema: Schema { get }

    /// Opens the store.
    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

    /// The snapshots that match. ``DataStoreError/preferInMemoryFilter`` makes the context ask for
    /// all and choose those that match itself.
    func fetch<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> DataStoreFetchResult<Model, Snapshot>
    /// The number of records that match.
    func fetchCount<Model: PersistentModel>(_ request: DataStoreFetchRequest<Model>) throws -> Int
    /// The identities of the records that match.
    func fetchIdentifiers<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> [PersistentIdentifier]
    /// Saves changes, and returns the permanent identities of new records.
    func save(
      _ request: DataStoreSaveChangesRequest<Snapshot>
    ) throws -> DataStoreSaveChangesResult<Snapshot>
    /// Deletes all records.
    func erase() throws
    /// Called when a context begins to use the store.
    func initializeState(for editingState: EditingState)
    /// Called when a context no longer uses the store.
    func invalidateState(for editingState: EditingState)
    /// The snapshots that the store has in memory.
    func cachedSnapshots(
      for persistentIdentifiers: [PersistentIdentifier],
      editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
  }

  extension DataStore {
    /// Counts the snapshots that match.
    public func fetchCount<Model>(_ request: DataStoreFetchRequest<Model>) throws -> Int {
      try fetch(request).fetchedSnapshots.count
    }

    /// The identities of the snapshots that match.
    public func fetchIdentifiers<Model>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> [PersistentIdentifier] {
      try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
    }

    /// Refuses to delete all records.
    public func erase() throws { throw DataStoreError.unsupportedFeature }

    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// No snapshots.
    public func cachedSnapshots(
      for persistentIdentifiers: [PersistentIdentifier],
      editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
  }

  /// A store that deletes many records by a condition.
  ///
  /// It receives the condition if the deletion is the only change of a save. Otherwise, the records
  /// are among the deleted ones of the ``DataStoreSaveChangesRequest``, so that all changes are
  /// saved, or none.
  public protocol DataStoreBatching: DataStore {
    /// Deletes the records that match. ``DataStoreError/preferInMemoryFilter`` makes the context
    /// pass the records to ``DataStore/save(_:)``.
    func delete<Model: PersistentModel>(_ request: DataStoreBatchDeleteRequest<Model>) throws
  }

  /// A store that has a history.
  public protocol HistoryProviding: DataStore {
    /// The transactions.
    associatedtype HistoryType: HistoryTransaction

    /// The type of the transactions.
    static var historyType: HistoryType.Type { get }
    /// The transactions that match.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Deletes the transactions that match.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
  }

  extension HistoryProviding {
    /// The type of the transactions.
    public static var historyType: HistoryType.Type { HistoryType.self }
  }

  /// The context that makes a request.
  public struct EditingState: Hashable, Identifiable, Sendable {
    /// The identity of the context.
    public let id: UUID
    /// The author of the changes.
    public let author: String?
  }

  /// What a store asks of a context.
  public enum DataStoreError: Error, Hashable, Sendable {
    /// The predicate is wrong.
    case invalidPredicate
    /// The context should filter the snapshots.
    case preferInMemoryFilter
    /// The context should sort the snapshots.
    case preferInMemorySort
    /// The store cannot do this.
    case unsupportedFeature
  }

  /// A question to a store.
  public struct DataStoreFetchRequest<Model: PersistentModel>: Sendable {
    /// The model, the condition and the order.
    public let descriptor: FetchDescriptor<Model>
    /// The context that asks.
    public let editingState: EditingState

    /// Creates a request.
    public init(descriptor: FetchDescriptor<Model>, editingState: EditingState) {
      self.descriptor = descriptor
      self.editingState = editingState
    }
  }

  /// The answer of a store.
  public struct DataStoreFetchResult<Model: PersistentModel, Snapshot: DataStoreSnapshot>: Sendable
  {
    /// The question.
    public let descriptor: FetchDescriptor<Model>
    /// The snapshots that match.
    public let fetchedSnapshots: [Snapshot]
    /// Snapshots of related records.
    public let relatedSnapshots: [PersistentIdentifier: Snapshot]

    /// Creates an answer.
    public init(
      descriptor: FetchDescriptor<Model>,
      fetchedSnapshots: [Snapshot],
      relatedSnapshots: [PersistentIdentifier: Snapshot] = [:]
    ) {
      self.descriptor = descriptor
      self.fetchedSnapshots = fetchedSnapshots
      self.relatedSnapshots = relatedSnapshots
    }
  }

  /// The changes that a store should save.
  public struct DataStoreSaveChangesRequest<Snapshot: DataStoreSnapshot>: Sendable {
    /// New records, with temporary identities.
    public let inserted: [Snapshot]
    /// Changed records.
    public let updated: [Snapshot]
    /// Records to delete, as they were.
    public let deleted: [Snapshot]
    /// The context that saves.
    public let editingState: EditingState

    /// Creates a request.
    public init(
      inserted: [Snapshot],
      updated: [Snapshot],
      deleted: [Snapshot],
      editingState: EditingState
    ) {
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
      self.editingState = editingState
    }
  }

  /// What a store has saved.
  public struct DataStoreSaveChangesResult<Snapshot: DataStoreSnapshot>: Sendable {
    /// The store.
    public let storeIdentifier: String
    /// The permanent identities of new records, by their temporary ones.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// Snapshots with values that the store has changed.
    public let snapshotsToReregister: [PersistentIdentifier: Snapshot]
    /// The place of the save in the history of the store.
    public let historyToken: (any HistoryToken)?

    /// Creates a result.
    public init(
      for storeIdentifier: String,
      remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
      snapshotsToReregister: [PersistentIdentifier: Snapshot] = [:],
      historyToken: (any HistoryToken)? = nil
    ) {
      self.storeIdentifier = storeIdentifier
      self.remappedIdentifiers = remappedIdentifiers
      self.snapshotsToReregister = snapshotsToReregister
      self.historyToken = historyToken
    }
  }

  /// A condition whose records a store should delete.
  public struct DataStoreBatchDeleteRequest<Model: PersistentModel>: @unchecked Sendable {
    /// The condition, or nil for all records.
    public let predicate: Predicate<Model>?
    /// Whether records of submodels are deleted too.
    public let includeSubclasses: Bool
    /// The context that saves.
    public let editingState: EditingState

    /// Creates a request.
    public init(
      predicate: Predicate<Model>? = nil,
      includeSubclasses: Bool = true,
      editingState: EditingState
    ) {
      self.predicate = predicate
      self.includeSubclasses = includeSubclasses
      self.editingState = editingState
    }
  }
#endif
