#if SwiftData
  import Foundation
  import SwiftData
  import TestSupport
  import Testing

  /// The apps in the folder `Apps`, whose sources know nothing of Martlet.
  @Suite struct ModelLayerTests {
    private func context(_ models: any PersistentModel.Type...) throws -> ModelContext {
      let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
      return ModelContext(
        try ModelContainer(for: Schema(models), configurations: configuration)
      )
    }

    @Test func budgets() throws {
      let context = try context(Envelope.self)
      let food = Envelope(name: "Food", limit: 100)
      try food.save(in: context)
      food.payments.append(Payment("Market", amount: 20, count: 2, shop: Shop(name: "Aker")))
      food.payments.append(Payment("Bakery", amount: 55))
      #expect(food.spent == 95 && food.status == "close" && food.largest == 55)
      try context.save()
      let other = ModelContext(context.container)
      let read = try #require(try other.fetch(Envelope.over(50)).first)
      #expect(read.spent == 95 && read.heading == "Food: close" && read.rhythm == .monthly)
      #expect(Set(read.payments.compactMap(\.shop?.name)) == ["Aker"])
      #expect(throws: EnvelopeError.nameIsTaken) {
        try Envelope(name: "Food", limit: 5).save(in: other)
      }
      #expect(throws: EnvelopeError.invalidLimit) {
        try Envelope(name: "Rent", limit: 0).save(in: other)
      }
      other.delete(read)
      try other.save()
      #expect(try other.fetchCount(FetchDescriptor<Payment>()) == 0)
    }

    @Test func workoutsAreMigrated() throws {
      let folder = try TemporaryFolder()
      let configuration = ModelConfiguration(url: URL(fileURLWithPath: folder.file("t.store")))
      let start = Date(timeIntervalSince1970: 1_700_000_000)
      do {
        let old = try ModelContainer(
          for: Schema(versionedSchema: TrainingV1.self),
          configurations: configuration
        )
        let context = ModelContext(old)
        context.insert(TrainingV1.Session(title: "Run", started: start, minutes: 30))
        context.insert(TrainingV1.Session(title: "", started: start, minutes: 1))
        try context.save()
      }
      let container = try ModelContainer(
        for: Schema(versionedSchema: TrainingV2.self),
        migrationPlan: TrainingPlan.self,
        configurations: configuration
      )
      let context = ModelContext(container)
      let session = try #require(try context.fetch(TrainingSession.mostRecent).first)
      #expect(session.ended == start.addingTimeInterval(1800) && session.isFinished)
      session.laps = [Lap(meters: 400), Lap(meters: 600)]
      try context.save()
      let read = try #require(try ModelContext(container).fetch(TrainingSession.mostRecent).first)
      #expect(read.snapshot == TrainingSession.Snapshot(title: "Run", distance: 1000))
    }

    @Test func theCalendarTakesEvents() async throws {
      let container = try context(Appointment.self).container
      let store = CalendarStore(modelContainer: container)
      let start = Date(timeIntervalSince1970: 1_700_000_000)
      var events = (0..<3).map {
        ServerEvent(
          id: "e\($0)",
          title: "Event \($0)",
          start: start.addingTimeInterval(Double($0)),
          guests: ["Ann"]
        )
      }
      #expect(try await store.take(events) == 3)
      events[1].title = "Moved"
      events[1].guests = ["Ann", "Bo"]
      #expect(try await store.take(events) == 0)
      #expect(try await store.titles(after: start) == ["Moved", "Event 2"])
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Guest>()) == 4)
    }

    @Test func contactsAreImported() throws {
      let context = try context(Contact.self)
      let json = """
        [{"id": 1, "name": "Ann", "address": {"street": "A 1", "city": "Oslo"}, "groups": ["x", "y"]},
         {"id": 2, "name": "Bo", "email": "bo@example.org",
          "address": {"street": "B 2", "city": "Bergen"}, "groups": ["x"]}]
        """
      try ContactImporter(context: context).insert(Data(json.utf8))
      let groups = try ModelContext(context.container).fetch(
        FetchDescriptor<ContactGroup>(sortBy: [SortDescriptor(\.name)])
      )
      #expect(groups.map { $0.contacts.map(\.name).sorted() } == [["Ann", "Bo"], ["Ann"]])
      #expect(groups.first?.contacts.contains { $0.address == "B 2, Bergen" } ?? false)
    }

    @Test func aGenericDatabase() throws {
      let shelf = try Bookshelf()
      try shelf.insert((1...5).map { Book(title: "Book \($0)", pages: $0 * 100) })
      #expect(try shelf.count(where: #Predicate { $0.pages > 300 }) == 2)
      let thick = try shelf.items(
        where: #Predicate { $0.pages >= 300 },
        by: SortDescriptor(\.pages, order: .reverse)
      )
      #expect(thick.map(\.pages) == [500, 400, 300])
      try shelf.delete(thick[0])
      #expect(try shelf.items(by: SortDescriptor(\.title)).count == 4)
    }
  }
#endif
