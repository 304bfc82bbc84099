#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Suite struct ContainerTests {
    /// The file of a store in a new folder.
    func file() throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder.appendingPathComponent("app.store")
    }

    @Test func aFileKeepsRecords() throws {
      let url = try file()
      defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
      for run in 1...2 {
        let container = try ModelContainer(
          for: Trip.self,
          configurations: ModelConfiguration(url: url)
        )
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == run - 1)
        let trip = Trip(name: "Trip \(run)")
        trip.spot = Spot(latitude: 59.9, longitude: 10.7)
        context.insert(trip)
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<Trip>())
        #expect(read.allSatisfy { $0.spot?.latitude == 59.9 })
      }
    }

    @Test func aPlanMigrates() throws {
      let url = try file()
      defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
      do {
        let context = ModelContext(
          try ModelContainer(
            for: NotesV1.Note.self,
            migrationPlan: OldPlan.self,
            configurations: ModelConfiguration(url: url)
          )
        )
        context.insert(NotesV1.Note(text: "Buy tea"))
        try context.save()
      }
      let context = ModelContext(
        try ModelContainer(
          for: NotesV2.Note.self,
          migrationPlan: NotesPlan.self,
          configurations: ModelConfiguration(url: url)
        )
      )
      #expect(try context.fetch(FetchDescriptor<NotesV2.Note>()).map(\.length) == [7])
    }

    @Test func theSchemaNamesItsModels() {
      let schema = Schema([Trip.self])
      #expect(schema.entities.map(\.name) == ["Trip", "Stop"])
      #expect(schema.entitiesByName["Trip"]?.relationships.map(\.name) == ["stops"])
      let trip = schema.entity(for: Trip.self)
      #expect(trip?.uniquenessConstraints == [["name"]] && trip?.indices == [["name"]])
      let stops = trip?.relationshipsByName["stops"]
      #expect(stops?.deleteRule == .cascade && stops?.inverseName == "trip")
      #expect(stops?.destination == "Stop" && stops?.isToOneRelationship == false)
      let spot = trip?.attributesByName["spot"]
      let fields = (spot as? Schema.CompositeAttribute)?.properties.map(\.name)
      #expect(spot?.isOptional == true && fields == ["latitude", "longitude"])
      #expect(trip?.attributesByName["days"]?.defaultValue as? Int == 1)
    }

    @Test func aQueryFollowsItsContext() throws {
      struct List {
        @Query(sort: \.name) var trips: [Trip]
      }
      let context = try memory()
      let list = List()
      #expect(list.trips.isEmpty)
      list.$trips.use(context)
      context.insert(Trip(name: "Oslo"))
      #expect(list.trips.map(\.name) == ["Oslo"])
    }
  }

  enum OldPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self] }
    static var stages: [MigrationStage] { [] }
  }
#endif
