#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Model
  final class Disc {
    var title: String
    @Relationship(deleteRule: .deny, inverse: \Track.disc) var tracks: [Track] = []
    init(_ title: String) { self.title = title }
  }

  @Model
  final class Track {
    var title: String
    var disc: Disc?
    @Relationship(deleteRule: .cascade, inverse: \Verse.track) var verses: [Verse] = []
    init(_ title: String, disc: Disc? = nil) {
      self.title = title
      self.disc = disc
    }
  }

  @Model
  final class Verse {
    var text: String
    var track: Track
    init(_ text: String, track: Track) {
      self.text = text
      self.track = track
    }
  }

  /// Custom stores that other programs, contexts and stores use at the same time.
  @Suite final class SharedStoreTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func configuration(_ name: String, _ types: [any PersistentModel.Type])
      -> JSONStore.Configuration
    {
      JSONStore.Configuration(
        name: name,
        schema: Schema(types),
        url: folder.appendingPathComponent(name + ".json")
      )
    }

    func discs() throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: Disc.self, configurations: configuration("discs", [Disc.self]))
      )
    }

    /// What another program deletes leaves without the delete rules.
    @Test func recordsDeletedElsewhere() throws {
      let context = try discs()
      let disc = Disc("Blue")
      let track = Track("River", disc: disc)
      context.insert(track)
      context.insert(Verse("It's coming on", track: track))
      try context.save()

      // A record with the rule `deny`.
      let other = try discs()
      let theirs = try #require(try other.fetch(FetchDescriptor<Track>()).first)
      let old = try #require(theirs.disc)
      theirs.disc = nil
      other.delete(old)
      try other.save()
      #expect(try context.fetchCount(FetchDescriptor<Disc>()) == 0)
      #expect(try context.fetch(FetchDescriptor<Track>()).map(\.title) == ["River"])
      #expect(track.disc == nil)

      // A record that another one requires. That one has moved.
      let next = Track("Carey")
      other.insert(next)
      for verse in try other.fetch(FetchDescriptor<Verse>()) { verse.track = next }
      try other.save()
      other.delete(theirs)
      try other.save()
      #expect(try context.fetch(FetchDescriptor<Track>()).map(\.title) == ["Carey"])
      let verses = try context.fetch(FetchDescriptor<Verse>())
      #expect(verses.map(\.track.title) == ["Carey"])
    }

    @Test func cascadesAreNotRepeated() throws {
      func trips() throws -> ModelContext {
        ModelContext(
          try ModelContainer(for: Trip.self, configurations: configuration("trips", [Trip.self]))
        )
      }
      let context = try trips()
      let trip = Trip(name: "Oslo")
      trip.stops = [Stop("Ås"), Stop("Ski")]
      context.insert(trip)
      try context.save()
      let other = try trips()
      let theirs = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
      theirs.stops = []
      other.delete(theirs)
      try other.save()
      #expect(try context.names(nil) == [])
      #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 2)
    }

    /// A condition that the store cannot evaluate.
    @Test func aBatchIsFilteredInMemory() throws {
      let container = try ModelContainer(
        for: Trip.self,
        configurations: configuration("trips", [Trip.self])
      )
      let context = ModelContext(container)
      for days in 1...4 { context.insert(Trip(name: "\(days)", days: days)) }
      try context.save()
      try context.delete(model: Trip.self, where: #Predicate { $0.days > 2 })
      try context.save()
      #expect(try ModelContext(container).names(nil) == ["1", "2"])
    }

    @Test func aBatchIsSavedWithOtherChangesOrNot() throws {
      let script = StoreScript()
      let container = try ModelContainer(
        for: Trip.self,
        configurations: ScriptedStore.Configuration(name: "trips", script: script)
      )
      let context = ModelContext(container)
      context.insert(Trip(name: "Oslo"))
      try context.save()
      try context.delete(model: Trip.self)
      context.insert(Trip(name: "Rome"))
      script.willSave = { throw StoreScript.Failure() }
      #expect(throws: StoreScript.Failure.self) { try context.save() }
      #expect(script.snapshots.count == 1 && script.batchCount == 0)
      #expect(try ModelContext(container).names(nil) == ["Oslo"])
      script.willSave = {}
      try context.save()
      #expect(try ModelContext(container).names(nil) == ["Rome"])
      #expect(script.snapshots.count == 1 && script.batchCount == 0)
      try context.delete(model: Trip.self)
      try context.save()
      #expect(script.snapshots.isEmpty && script.batchCount == 1)
    }

    /// A store that another context has changed is not restored, and the error says so.
    @Test func bothErrorsAreReported() throws {
      let script = StoreScript()
      let container = try ModelContainer(
        for: Trip.self,
        Ledger.self,
        configurations: ScriptedStore.Configuration(
          name: "trips",
          schema: Schema([Trip.self]),
          script: script
        ),
        ModelConfiguration("ledgers", isStoredInMemoryOnly: true)
      )
      let context = ModelContext(container)
      context.insert(Ledger(code: "a", amount: 1))
      context.insert(Trip(name: "Oslo"))
      script.willSave = {
        let other = ModelContext(container)
        other.insert(Ledger(code: "b", amount: 2))
        try other.save()
        throw StoreScript.Failure()
      }
      let failure = #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(
        failure?.description == """
          error: Failure()
          note: the store `ledgers` was saved before that, and cannot be restored: another \
          context has changed it since
          """
      )
      let ledgers = FetchDescriptor(sortBy: [SortDescriptor(\Ledger.code)])
      #expect(try ModelContext(container).fetch(ledgers).map(\.code) == ["a", "b"])
      script.willSave = {}
      try context.save()
      #expect(try ModelContext(container).fetch(ledgers).map(\.code) == ["a", "b"])
      #expect(try ModelContext(container).names(nil) == ["Oslo"])
    }

    /// Contexts that save two stores in opposite order do not wait for each other.
    @Test func twoStoresAreSavedAtOnce() throws {
      let container = try ModelContainer(
        for: Trip.self,
        Ledger.self,
        configurations: configuration("trips", [Trip.self]),
        configuration("ledgers", [Ledger.self])
      )
      let done = DispatchSemaphore(value: 0)
      for worker in 0..<2 {
        Thread.detachNewThread {
          let context = ModelContext(container)
          for number in 0..<40 {
            if worker == 0 {
              context.insert(Trip(name: "\(number)"))
            } else {
              context.insert(Ledger(code: "\(number)", amount: 1))
            }
            do { try context.save() } catch { Issue.record(error) }
          }
          done.signal()
        }
      }
      for _ in 0..<2 {
        #expect(done.wait(timeout: .now() + 60) == .success)
      }
      let read = ModelContext(container)
      #expect(try read.fetchCount(FetchDescriptor<Trip>()) == 40)
      #expect(try read.fetchCount(FetchDescriptor<Ledger>()) == 40)
    }

    /// Two versions of a model have one name.
    @Test func snapshotsAreOfTheModelsOfTheirStore() throws {
      let old = try ModelContainer(
        for: NotesV1.Note.self,
        configurations: configuration("old", [NotesV1.Note.self])
      )
      let context = ModelContext(old)
      context.insert(NotesV1.Note(text: "tea"))
      try context.save()
      let new = try ModelContainer(
        for: NotesV2.Note.self,
        configurations: configuration("new", [NotesV2.Note.self])
      )
      let newer = ModelContext(new)
      let note = NotesV2.Note(text: "milk")
      note.length = 4
      newer.insert(note)
      try newer.save()
      #expect(try context.fetch(FetchDescriptor<NotesV1.Note>()).map(\.text) == ["tea"])
      #expect(try newer.fetch(FetchDescriptor<NotesV2.Note>()).map(\.length) == [4])
      let again = try ModelContainer(
        for: NotesV1.Note.self,
        configurations: configuration("old", [NotesV1.Note.self])
      )
      #expect(try newer.fetch(FetchDescriptor<NotesV2.Note>()).map(\.length) == [4])
      #expect(try ModelContext(again).fetchCount(FetchDescriptor<NotesV1.Note>()) == 1)
    }
  }

  /// What a ``ScriptedStore`` has, and does when it is saved.
  final class StoreScript: Hashable, @unchecked Sendable {
    struct Failure: Error {}

    var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
    var willSave: () throws -> Void = {}
    var batchCount = 0

    static func == (left: StoreScript, right: StoreScript) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A store in memory that can fail.
  final class ScriptedStore: DataStore, DataStoreBatching {
    typealias Snapshot = DefaultSnapshot

    struct Configuration: DataStoreConfiguration {
      typealias Store = ScriptedStore

      var name: String
      var schema: Schema?
      var script: StoreScript
    }

    let configuration: Configuration
    var schema: Schema { configuration.schema ?? Schema() }
    var identifier: String { configuration.name }
    private var script: StoreScript { configuration.script }

    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
      self.configuration = configuration
    }

    func fetch<Model: PersistentModel>(
      _ request: DataStoreFetchRequest<Model>
    ) throws -> DataStoreFetchResult<Model, DefaultSnapshot> {
      if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
      let name = Schema.entityName(for: Model.self)
      return DataStoreFetchResult(
        descriptor: request.descriptor,
        fetchedSnapshots: script.snapshots.values.filter {
          $0.persistentIdentifier.entityName == name
        }
      )
    }

    func save(
      _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
      try script.willSave()
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
        script.snapshots[id] = snapshot.copy(
          persistentIdentifier: id,
          remappedIdentifiers: remapped
        )
      }
      for snapshot in request.deleted { script.snapshots[snapshot.persistentIdentifier] = nil }
      return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    func delete<Model: PersistentModel>(_ request: DataStoreBatchDeleteRequest<Model>) throws {
      script.batchCount += 1
      let name = Schema.entityName(for: Model.self)
      script.snapshots = script.snapshots.filter { $0.key.entityName != name }
    }
  }
#endif
