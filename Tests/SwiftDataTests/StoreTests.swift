#if SwiftData
  import Foundation
  import SwiftData
  import TestSupport
  import Testing

  /// Models of a store that the shell has made, with fewer members.
  enum Excursion {
    @Model final class Trip {
      @Attribute(.unique) var name: String
      var starts: Date = Date(timeIntervalSince1970: 0)
      var days: Int = 1
      var tags: [String] = []
      @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
      init(name: String) { self.name = name }
    }

    @Model final class Stop {
      var place: String
      var nights: Int
      var trip: Trip?
      init(place: String, nights: Int) {
        self.place = place
        self.nights = nights
      }
    }
  }

  enum RunsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Run.self] }

    @Model final class Run {
      var title: String
      var meters: Int
      init(_ title: String, meters: Int) {
        self.title = title
        self.meters = meters
      }
    }
  }

  enum RunsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Run.self] }

    /// Titles are unique, and there is a struct.
    @Model final class Run {
      @Attribute(.unique) var title: String
      var meters: Int
      var place: Coordinate?
      init(_ title: String, meters: Int) {
        self.title = title
        self.meters = meters
      }
    }
  }

  enum RunsV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Run.self, Shoe.self] }

    /// A title is a name, kilometers are derived, and there are shoes.
    @Model final class Run {
      @Attribute(.unique, originalName: "title") var name: String
      var meters: Int
      var kilometers: Double = 0
      var place: Coordinate?
      var shoe: Shoe?
      init(_ name: String, meters: Int) {
        self.name = name
        self.meters = meters
      }
    }

    @Model final class Shoe {
      var brand: String
      @Relationship(inverse: \Run.shoe) var runs: [Run] = []
      init(brand: String) { self.brand = brand }
    }
  }

  enum RunsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RunsV1.self, RunsV2.self, RunsV3.self] }
    static var stages: [MigrationStage] { [unique, derived] }

    static let unique = MigrationStage.custom(
      fromVersion: RunsV1.self,
      toVersion: RunsV2.self,
      willMigrate: { context in
        var titles: Set<String> = []
        let runs = FetchDescriptor<RunsV1.Run>(sortBy: [SortDescriptor(\.meters, order: .reverse)])
        for run in try context.fetch(runs) where !titles.insert(run.title).inserted {
          context.delete(run)
        }
        try context.save()
      },
      didMigrate: nil
    )

    static let derived = MigrationStage.custom(
      fromVersion: RunsV2.self,
      toVersion: RunsV3.self,
      willMigrate: nil,
      didMigrate: { context in
        let shoe = RunsV3.Shoe(brand: "Nord")
        for run in try context.fetch(FetchDescriptor<RunsV3.Run>()) {
          run.kilometers = Double(run.meters) / 1000
          run.shoe = shoe
        }
        try context.save()
      }
    )
  }

  enum FirstRunsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RunsV1.self] }
    static var stages: [MigrationStage] { [] }
  }

  enum HastyPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RunsV1.self, RunsV2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: RunsV1.self, toVersion: RunsV2.self)]
    }
  }

  @Suite final class StoreTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name + ".store") }

    func open(
      _ name: String,
      _ types: any PersistentModel.Type...,
      plan: (any SchemaMigrationPlan.Type)? = nil,
      allowsSave: Bool = true
    ) throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Schema(types),
          migrationPlan: plan,
          configurations: ModelConfiguration(url: url(name), allowsSave: allowsSave)
        )
      )
    }

    func text(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "no error"
      } catch {
        return "\(error)"
      }
    }

    func makeFirstVersion() throws {
      let context = try open("runs", RunsV1.Run.self, plan: FirstRunsPlan.self)
      for (title, meters) in [("a", 1000), ("a", 3000), ("b", 500)] {
        context.insert(RunsV1.Run(title, meters: meters))
      }
      try context.save()
    }

    @Test func stagesChangeRecords() throws {
      try makeFirstVersion()
      let context = try open("runs", RunsV3.Run.self, RunsV3.Shoe.self, plan: RunsPlan.self)
      let runs = try context.fetch(
        FetchDescriptor<RunsV3.Run>(sortBy: [SortDescriptor(\.name)])
      )
      #expect(runs.map(\.name) == ["a", "b"] && runs.map(\.kilometers) == [3, 0.5])
      #expect(runs[0].shoe === runs[1].shoe && runs[0].shoe?.runs.count == 2)
      // Opening it again migrates nothing.
      let again = try open("runs", RunsV3.Run.self, RunsV3.Shoe.self, plan: RunsPlan.self)
      #expect(try again.fetchCount(FetchDescriptor<RunsV3.Shoe>()) == 1)
    }

    @Test func whatCannotBeMigratedIsExplained() throws {
      try makeFirstVersion()
      let hasty = text { _ = try open("runs", RunsV2.Run.self, plan: HastyPlan.self) }
      #expect(hasty.contains("does not fit") && hasty.contains("must be `.custom`"), "\(hasty)")
      let planless = text { _ = try open("runs", RunsV2.Run.self) }
      #expect(planless.contains("SchemaMigrationPlan"), "\(planless)")
      let old = try open("runs", RunsV1.Run.self, plan: FirstRunsPlan.self)
      #expect(try old.fetchCount(FetchDescriptor<RunsV1.Run>()) == 3)
    }

    @Test func aReadOnlyStoreMustFit() throws {
      try makeFirstVersion()
      let context = try open("runs", RunsV1.Run.self, allowsSave: false)
      #expect(try context.fetch(FetchDescriptor<RunsV1.Run>()).count == 3)
      context.insert(RunsV1.Run("c", meters: 1))
      let saving = text { try context.save() }
      #expect(saving.contains("read-only") || saving.contains("cannot be changed"), "\(saving)")
      let misfit = text { _ = try open("runs", RunsV3.Run.self, allowsSave: false) }
      #expect(
        misfit == """
          error: the store `runs` does not fit the models
            the store has no `Run.name`
            the store has no `Run.kilometers`
            the store has no `Run.place`
            the store has no `Run.shoe`
            the store has no model Shoe
          help: it can only be read; change the classes, or name properties as the store does
          """,
        "\(misfit)"
      )
    }

    @Test func aStoreOfTheShellIsUsedAsItIs() throws {
      let path = url("shell").path
      let made = try BuiltCommand.run(
        [
          path, "-c",
          "model Stop { place: String, nights: Int, trip: Trip?, label = place + '!' }",
          "-c",
          """
          model Trip { name: String unique, starts: Date, days: Int = 1, price: Double?,
            mood: String = "calm", tags: [String] = [], rating: Int?, stops: [Stop] cascade inverse trip,
            nights = sum(stops.nights) }
          """,
          "-c", "insert Trip name: 'Oslo', starts: 2026-05-01, tags: ['sea'], rating: 5",
          "-c", "insert Stop place: 'Ås', nights: 2, trip: Trip#1",
        ]
      )
      #expect(made.status == 0, "\(made.output)\(made.errors)")
      let context = try open("shell", Excursion.Trip.self, Excursion.Stop.self)
      let trip = try #require(try context.fetch(FetchDescriptor<Excursion.Trip>()).first)
      #expect(trip.name == "Oslo" && trip.tags == ["sea"] && trip.stops.map(\.place) == ["Ås"])
      trip.days = 3
      context.insert(Excursion.Trip(name: "Bergen"))
      try context.save()
      let read = try BuiltCommand.run(
        [path, "-m", "csv", "-c", "fetch Trip sort name select name, days, nights, rating"]
      )
      #expect(read.output == "name,days,nights,rating\nBergen,1,0,\nOslo,3,2,5\n")
    }

    @Test func modelsAreDividedAmongConfigurations() throws {
      let configurations = [
        ModelConfiguration("trips", schema: Schema([Trip.self, Stop.self]), url: url("trips")),
        ModelConfiguration("ledgers", schema: Schema([Ledger.self]), url: url("ledgers")),
      ]
      let schema = Schema([Trip.self, Stop.self, Ledger.self])
      let container = try ModelContainer(for: schema, configurations: configurations)
      let context = ModelContext(container)
      context.insert(Trip(name: "Oslo"))
      context.insert(Ledger(code: "A", amount: 1))
      try context.save()
      #expect(container.configurations.count == 2)
      #expect(try ModelContext(container).fetch(FetchDescriptor<Ledger>()).map(\.code) == ["A"])
      #expect(try open("trips", Trip.self).fetchCount(FetchDescriptor<Trip>()) == 1)
      let wrong = text { _ = try open("ledgers", Trip.self, allowsSave: false) }
      #expect(wrong.contains("has no model Trip"), "\(wrong)")
      // A store that cannot be saved leaves the others as they were.
      let first = ModelContext(container)
      let second = ModelContext(container)
      for context in [first, second] {
        try context.fetch(FetchDescriptor<Ledger>())[0].amount += 1
        try context.fetch(FetchDescriptor<Trip>())[0].days += 1
      }
      try first.save()
      #expect(throws: SwiftDataError.modelValidationFailure) { try second.save() }
      let read = ModelContext(container)
      #expect(try read.fetch(FetchDescriptor<Trip>()).map(\.days) == [2])
      #expect(second.hasChanges)
      second.rollback()
      try second.fetch(FetchDescriptor<Ledger>())[0].amount = 7
      try second.save()
      let twice = ModelConfiguration("c", schema: Schema([Stop.self]), url: url("c"))
      let both = text {
        _ = try ModelContainer(for: schema, configurations: configurations + [twice])
      }
      #expect(
        both.contains("Stop is in the configurations `trips` and `c`") || both.contains("Trip")
      )
      try container.erase()
      #expect(try context.fetchCount(FetchDescriptor<Ledger>()) == 0)
    }

    @Test func pendingChangesCanBeLeftOut() throws {
      let context = try open("trips", Trip.self)
      let oslo = Trip(name: "Oslo", days: 1)
      context.insert(oslo)
      try context.save()
      oslo.days = 7
      context.insert(Trip(name: "Bergen"))
      var descriptor = FetchDescriptor<Trip>()
      descriptor.includePendingChanges = false
      #expect(try context.fetchCount(descriptor) == 1)
      #expect(try context.fetch(descriptor).map(\.name) == ["Oslo"] && oslo.days == 7)
      #expect(try context.fetchIdentifiers(descriptor) == [oslo.persistentModelID])
      try context.save()
      #expect(try context.fetchCount(descriptor) == 2)
    }

    @Test func someOfTheProperties() throws {
      let context = try open("trips", Trip.self)
      for name in ["Oslo", "Bergen"] {
        let trip = Trip(name: name, days: 4)
        trip.stops = [Stop("A"), Stop("B", nights: 3)]
        context.insert(trip)
      }
      try context.save()
      let other = ModelContext(context.container)
      var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
      descriptor.propertiesToFetch = [\.name]
      descriptor.relationshipKeyPathsForPrefetching = [\.stops]
      let trips = try other.fetch(descriptor)
      #expect(trips.map(\.name) == ["Bergen", "Oslo"] && trips.map(\.days) == [4, 4])
      #expect(trips.map { $0.stops.map(\.nights).sorted() } == [[1, 3], [1, 3]])
      var stops = FetchDescriptor<Stop>()
      stops.relationshipKeyPathsForPrefetching = [\.trip]
      let read = try ModelContext(context.container).fetch(stops)
      #expect(Set(read.compactMap(\.trip?.name)) == ["Oslo", "Bergen"])
    }
  }
#endif
