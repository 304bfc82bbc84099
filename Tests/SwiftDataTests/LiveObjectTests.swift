#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Suite struct LiveObjectTests {
    @Test func objectsWorkWithoutAContext() {
      let trip = Trip(name: "Oslo")
      trip.stops.append(Stop("Ås"))
      let stop = Stop("Moss")
      stop.trip = trip
      #expect(trip.stops.map(\.place) == ["Ås", "Moss"])
      #expect(trip.stops[0].trip === trip)
      trip.stops.removeFirst()
      #expect(trip.modelContext == nil && !trip.isLong)
    }

    @Test func insertingAnObjectInsertsRelatedOnes() throws {
      let context = try memory()
      let trip = Trip(name: "Oslo")
      trip.stops = [Stop("Ås"), Stop("Moss", nights: 3)]
      context.insert(trip)
      #expect(context.hasChanges && context.insertedModelsArray.count == 3)
      #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 2)
      try context.save()
      #expect(!context.hasChanges)
      let other = ModelContext(context.container)
      let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
      #expect(read !== trip)
      #expect(read.stops.map(\.nights).sorted() == [1, 3])
      #expect(read.stops.allSatisfy { $0.trip === read })
    }

    @Test func aRecordHasOneObjectInAContext() throws {
      let context = try memory()
      let trip = Trip(name: "Oslo")
      context.insert(trip)
      #expect(try context.fetch(FetchDescriptor<Trip>()).first === trip)
      try context.save()
      #expect(try context.fetch(FetchDescriptor<Trip>()).first === trip)
      let id = trip.persistentModelID
      #expect(context.model(for: id) === trip)
      let known: Trip? = context.registeredModel(for: id)
      #expect(known === trip)
      let copy = try JSONDecoder().decode(
        PersistentIdentifier.self,
        from: JSONEncoder().encode(id)
      )
      #expect(copy == id)
    }

    @Test func rollbackRestoresObjects() throws {
      let context = try memory()
      let trip = Trip(name: "Oslo", days: 3)
      context.insert(trip)
      try context.save()
      trip.days = 9
      let extra = Trip(name: "Bergen")
      context.insert(extra)
      #expect(try context.names(nil) == ["Bergen", "Oslo"])
      context.rollback()
      #expect(trip.days == 3 && !context.hasChanges)
      #expect(try context.names(nil) == ["Oslo"])
      #expect(extra.name == "Bergen" && extra.modelContext == nil)
    }

    @Test func changesCanBeUndone() throws {
      let context = try memory()
      let trip = Trip(name: "Oslo", days: 3)
      context.insert(trip)
      try context.save()
      context.undoManager = UndoManager()
      trip.days = 4
      trip.days = 5
      context.undoManager?.undo()
      #expect(trip.days == 4)
      context.undoManager?.undo()
      #expect(trip.days == 3)
      context.undoManager?.redo()
      #expect(trip.days == 4)
    }

    @Test func insertionAndDeletionCanBeUndone() throws {
      let context = try memory()
      let manager = UndoManager()
      context.undoManager = manager
      let trip = Trip(name: "Oslo", days: 3)
      context.insert(trip)
      #expect(try context.names(nil) == ["Oslo"])
      manager.undo()
      #expect(try context.names(nil) == [] && trip.isDeleted)
      manager.redo()
      #expect(try context.names(nil) == ["Oslo"] && !trip.isDeleted)
      try context.save()
      context.delete(trip)
      #expect(try context.names(nil) == [])
      manager.undo()
      #expect(try context.names(nil) == ["Oslo"])
      try context.save()
      #expect(try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).map(\.days) == [3])
      manager.beginUndoGrouping()
      trip.days = 4
      trip.name = "Bergen"
      manager.endUndoGrouping()
      manager.undo()
      #expect(trip.days == 3 && trip.name == "Oslo")
    }

    @Test func aUniqueKeyUpdatesTheRecord() throws {
      let context = try memory()
      context.insert(Trip(name: "Oslo", days: 1))
      try context.save()
      context.insert(Trip(name: "Oslo", days: 2))
      try context.save()
      #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.days) == [2])
      let bergen = Trip(name: "Bergen")
      context.insert(bergen)
      try context.save()
      bergen.name = "Oslo"
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      bergen.name = "Bodø"
      try context.save()
      #expect(try context.names(nil) == ["Bodø", "Oslo"])
    }

    @Test func uniqueKeysOfManyObjectsUpdateTheirRecords() throws {
      let context = try memory()
      let old = Trip(name: "Oslo", days: 1)
      context.insert(old)
      try context.save()
      let id = old.persistentModelID
      for (name, days) in [("Rome", 1), ("Oslo", 3), ("Voss", 4), ("Rome", 2)] {
        context.insert(Trip(name: name, days: days))
      }
      try context.save()
      let trips = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Trip.name)]))
      #expect(trips.map(\.name) == ["Oslo", "Rome", "Voss"])
      #expect(trips.map(\.days) == [3, 2, 4])
      #expect(trips[0].persistentModelID == id && old.days == 3)
    }

    @Test(arguments: 1...2) func duplicatesCanBeRefused(count: Int) throws {
      let context = try memory()
      context.insert(Trip(name: "Oslo", days: 1))
      try context.save()
      context.container.uniqueConflictRule = .refuse
      for place in 1...count { context.insert(Trip(name: place == 1 ? "Oslo" : "Rome")) }
      let failure = #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(failure?.description.contains("Trip#1 have the same `name`") == true)
      let earlier = #expect(throws: SwiftDataError.self) { try context.names(nil) }
      #expect(earlier?.description == failure?.description)
      context.rollback()
      #expect(try context.names(nil) == ["Oslo"])
    }

    @Test func deletionFollowsTheRules() throws {
      let context = try memory()
      let trip = Trip(name: "Oslo")
      trip.stops = [Stop("Ås"), Stop("Moss")]
      context.insert(trip)
      try context.save()
      let stop = trip.stops[0]
      context.delete(stop)
      try context.save()
      #expect(trip.stops.count == 1)
      let last = trip.stops[0]
      context.delete(trip)
      try context.save()
      #expect(last.isDeleted && trip.modelContext == nil)
      #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test func relationshipsChangeOnBothSides() throws {
      let context = try memory()
      let (oslo, bergen) = (Trip(name: "Oslo"), Trip(name: "Bergen"))
      let stop = Stop("Ås", trip: oslo)
      context.insert(stop)
      context.insert(bergen)
      #expect(oslo.stops.count == 1 && oslo.modelContext === context)
      try context.save()
      bergen.stops.append(stop)
      #expect(stop.trip === bergen && oslo.stops.isEmpty)
      try context.save()
      let other = ModelContext(context.container)
      #expect(try other.fetch(FetchDescriptor<Stop>()).first?.trip?.name == "Bergen")
    }

    @Test func manyRecords() throws {
      let context = try memory()
      for number in 0..<1000 { context.insert(Trip(name: "T\(number)", days: number)) }
      try context.save()
      var sum = 0
      try context.enumerate(FetchDescriptor<Trip>(), batchSize: 300) { sum += $0.days }
      #expect(sum == 499_500)
      try context.delete(model: Trip.self, where: #Predicate { $0.days >= 10 })
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 10)
      #expect(throws: CancellationError.self) {
        try context.transaction {
          context.insert(Trip(name: "lost"))
          throw CancellationError()
        }
      }
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 10)
    }

    @Test func anActorHasItsOwnContext() async throws {
      let container = try memory().container
      let importer = TripImporter(modelContainer: container)
      let ids = try await importer.add(["Oslo", "Bergen"])
      #expect(await importer.name(of: ids[1]) == "Bergen")
      let context = ModelContext(container)
      #expect((context.model(for: ids[0]) as? Trip)?.name == "Oslo")
    }

    @Test func anObjectOutlivesItsContext() throws {
      let container = try memory().container
      func make() throws -> Trip {
        let context = ModelContext(container)
        let trip = Trip(name: "Oslo")
        trip.stops = [Stop("Ås")]
        context.insert(trip)
        try context.save()
        return try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
      }
      let trip = try make()
      #expect(trip.stops.map(\.place) == ["Ås"])
      trip.days = 5
      let context = ModelContext(container)
      context.insert(trip)
      try context.save()
      #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.days) == [5])
    }

    @Test @MainActor func mainContextSavesAutomatically() async throws {
      let container = try memory().container
      container.mainContext.insert(Trip(name: "Oslo"))
      while container.mainContext.hasChanges { await Task.yield() }
      #expect(try ModelContext(container).names(nil) == ["Oslo"])
    }
  }
#endif
