#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Suite final class DataStoreTests {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")

    deinit { try? FileManager.default.removeItem(at: url) }

    func container() throws -> ModelContainer {
      try ModelContainer(
        for: Trip.self,
        configurations: JSONStore.Configuration(name: "json", url: url)
      )
    }

    @Test func aStoreOfOnesOwn() throws {
      let container = try container()
      let context = ModelContext(container)
      let oslo = Trip(name: "Oslo", days: 4)
      oslo.mood = .wild
      oslo.tags = ["sea"]
      oslo.spot = Spot(latitude: 1.5, longitude: 2)
      oslo.stops = [Stop("Ås", nights: 2), Stop("Ski")]
      context.insert(oslo)
      context.insert(Trip(name: "Bergen", days: 9))
      let temporary = oslo.persistentModelID
      #expect(try context.names(#Predicate { $0.days > 3 }) == ["Bergen", "Oslo"])
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try context.save()
      let id = oslo.persistentModelID
      #expect(id != temporary && id.storeIdentifier == url.lastPathComponent)
      #expect(context.model(for: id) === oslo && oslo.stops.count == 2)

      // Another container reads the file.
      let other = ModelContext(try self.container())
      let trips = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      #expect(trips.map(\.name) == ["Bergen", "Oslo"] && trips[1].persistentModelID == id)
      let read = trips[1]
      #expect(read.mood == .wild && read.tags == ["sea"] && read.spot?.latitude == 1.5)
      #expect(Set(read.stops.map(\.place)) == ["Ås", "Ski"] && read.stops[0].trip === read)
      read.days = 1
      read.stops = []
      other.delete(trips[0])
      try other.save()

      // The first one sees its changes when it fetches.
      #expect(try context.names(nil) == ["Oslo"] && oslo.days == 1)
      #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 2)
      #expect(
        try context.fetchCount(FetchDescriptor<Stop>(predicate: #Predicate { $0.trip != nil })) == 0
      )
      #expect(try context.fetchIdentifiers(FetchDescriptor<Trip>()) == [id])
      context.delete(oslo)
      context.rollback()
      try context.delete(model: Stop.self)
      try context.save()
      #expect(try ModelContext(self.container()).fetchCount(FetchDescriptor<Stop>()) == 0)
      try container.erase()
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func rulesAreCheckedBeforeTheStoreIsAsked() throws {
      let context = ModelContext(try container())
      context.insert(Trip(name: "Oslo"))
      try context.save()
      let second = Trip(name: "Bergen")
      context.insert(second)
      try context.save()
      second.name = "Oslo"
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      context.rollback()
      #expect(try ModelContext(container()).names(nil) == ["Bergen", "Oslo"])
      #expect(throws: SwiftDataError.self) {
        try context.fetchHistory(HistoryDescriptor<OtherTransaction>())
      }
    }

    struct OtherTransaction: HistoryTransaction {
      var timestamp = Date()
      var transactionIdentifier = 1
      var token = DefaultHistoryTransactionToken()
      var changes: [HistoryChange] { [] }
      var author: String?
      var storeIdentifier = ""
      var id: Int { 1 }
      static func == (left: Self, right: Self) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }

    struct DefaultHistoryTransactionToken: Comparable, Hashable, Identifiable {
      var id: Int { 0 }
      static func < (left: Self, right: Self) -> Bool { false }
    }

    /// A store that passes requests on to the default one.
    @Test func theDefaultStoreCanBeWrapped() throws {
      let file = url.deletingPathExtension().appendingPathExtension("store")
      defer { try? FileManager.default.removeItem(at: file) }
      let configuration = LoggingStore.Configuration(
        inner: ModelConfiguration(schema: Schema([Trip.self]), url: file)
      )
      let container = try ModelContainer(for: Trip.self, configurations: configuration)
      let context = ModelContext(container)
      context.author = "app"
      let trip = Trip(name: "Oslo", days: 4)
      trip.stops = [Stop("Ås")]
      context.insert(trip)
      try context.save()
      trip.days = 5
      let token = try context.historyTokenOfSave()
      let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(token == history.last?.token)
      #expect(history.map(\.author) == ["app", "app"])
      let plain = ModelContext(
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: file))
      )
      #expect(try plain.fetch(FetchDescriptor<Trip>()).map(\.days) == [5])
      #expect(try plain.fetch(FetchDescriptor<Stop>()).map(\.trip?.name) == ["Oslo"])
      try context.delete(model: Trip.self, where: #Predicate { $0.days == 5 })
      try context.save()
      #expect(try plain.fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func someModelsInAStoreOfOnesOwn() throws {
      let container = try ModelContainer(
        for: Trip.self,
        Ledger.self,
        configurations: JSONStore.Configuration(
          name: "json",
          schema: Schema([Trip.self]),
          url: url
        ),
        ModelConfiguration("ledgers", isStoredInMemoryOnly: true)
      )
      let context = ModelContext(container)
      context.insert(Trip(name: "Oslo"))
      context.insert(Ledger(code: "a", amount: 1))
      try context.save()
      let read = ModelContext(container)
      #expect(try read.names(nil) == ["Oslo"])
      #expect(try read.fetch(FetchDescriptor<Ledger>()).map(\.code) == ["a"])
    }

    /// A store that cannot be saved leaves the others as they were.
    @Test(arguments: [true, false]) func storesAreSavedTogether(inMemory: Bool) throws {
      let folder = url.deletingPathExtension()
      let file = url.deletingPathExtension().appendingPathExtension("store")
      defer { for item in [folder, file] { try? FileManager.default.removeItem(at: item) } }
      let container = try ModelContainer(
        for: Trip.self,
        Ledger.self,
        configurations: JSONStore.Configuration(
          name: "json",
          schema: Schema([Trip.self]),
          url: folder.appendingPathComponent("trips.json")
        ),
        inMemory
          ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: file)
      )
      let context = ModelContext(container)
      let ledger = Ledger(code: "a", amount: 1)
      context.insert(ledger)
      try context.save()
      ledger.amount = 2
      context.insert(Ledger(code: "b", amount: 3))
      context.insert(Trip(name: "Oslo"))
      // The folder of the file is missing.
      #expect(throws: (any Error).self) { try context.save() }
      let read = ModelContext(container)
      #expect(try read.fetch(FetchDescriptor<Ledger>()).map(\.amount) == [1])
      #expect(context.hasChanges && ledger.amount == 2)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try context.save()
      let again = ModelContext(container)
      #expect(try again.fetch(FetchDescriptor<Ledger>()).map(\.amount) == [2, 3])
      #expect(try again.names(nil) == ["Oslo"])
    }
  }

  final class LoggingStore: DataStore, DataStoreBatching, HistoryProviding {
    struct Configuration: DataStoreConfiguration {
      typealias Store = LoggingStore

      var inner: ModelConfiguration
      var name: String { inner.name }
      var schema: Schema? {
        get { inner.schema }
        set { inner.schema = newValue }
      }
    }

    let configuration: Configuration
    private let inner: DefaultStore
    var schema: Schema { inner.schema }
    var identifier: String { inner.identifier }

    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
      self.configuration = configuration
      inner = try DefaultStore(configuration.inner, migrationPlan: migrationPlan)
    }

    func fetch<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> DataStoreFetchResult<Model, DefaultSnapshot> { try inner.fetch(request) }

    func save(
      _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try inner.save(request) }

    func delete<Model: PersistentModel>(_ request: DataStoreBatchDeleteRequest<Model>) throws {
      try inner.delete(request)
    }

    func fetchHistory(
      _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] { try inner.fetchHistory(descriptor) }

    func deleteHistory(
      _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws { try inner.deleteHistory(descriptor) }
  }
#endif
