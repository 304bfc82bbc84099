#if SwiftData
  import Foundation
  import Observation
  import SwiftData
  import Synchronization
  import Testing

  @Suite struct ObserverTests {
    /// Counts how often what `read` uses has changed.
    final class Changes: Sendable {
      let count = Mutex(0)

      func follow(_ read: () -> Void) {
        withObservationTracking(read) { self.count.withLock { $0 += 1 } }
      }
    }

    @Test func objectsAreObservable() throws {
      let changes = Changes()
      let trip = Trip(name: "Oslo")
      changes.follow { _ = trip.name }
      trip.days = 5
      #expect(changes.count.withLock { $0 } == 0)
      trip.name = "Bergen"
      #expect(changes.count.withLock { $0 } == 1)
      changes.follow { _ = trip.stops }
      let stop = Stop("Ås")
      stop.trip = trip
      #expect(changes.count.withLock { $0 } == 2)
    }

    @Test func aQueryFollowsChanges() throws {
      struct List {
        @Query(filter: #Predicate<Trip> { $0.days > 3 }, sort: \.name) var trips: [Trip]
        @Query var stops: [Stop]
      }
      let context = try memory()
      let list = List()
      list.$trips.use(context)
      list.$stops.use(context)
      #expect(list.stops.isEmpty)
      let changes = Changes()
      changes.follow { _ = list.trips }
      context.insert(Trip(name: "Oslo", days: 4))
      #expect(changes.count.withLock { $0 } == 1 && list.trips.map(\.name) == ["Oslo"])
      changes.follow { _ = list.trips }
      let other = ModelContext(context.container)
      other.insert(Trip(name: "Bergen", days: 9))
      #expect(changes.count.withLock { $0 } == 1)
      try other.save()
      #expect(changes.count.withLock { $0 } == 2 && list.trips.map(\.name) == ["Bergen", "Oslo"])
      #expect(list.$trips.fetchError == nil && list.$trips.modelContext === context)
    }

    @Test func resultsInSections() throws {
      let context = try memory()
      for (name, days) in [("Oslo", 2), ("Bergen", 9), ("Voss", 2)] {
        context.insert(Trip(name: name, days: days))
      }
      let observer = try ResultsObserver<Trip, Int>(
        sortBy: [SortDescriptor(\.days), SortDescriptor(\.name)],
        sectionBy: \.days,
        modelContext: context
      )
      let sections = try #require(observer.sections)
      #expect(sections.map(\.title) == [2, 9] && sections.sectionTitles == [2, 9])
      #expect(sections[0].map(\.name) == ["Oslo", "Voss"])
      #expect(sections[sectionTitle: 9]?.count == 1 && !sections.contains(sectionTitle: 3))
      let voss = try #require(observer.element(at: [0, 1]))
      #expect(voss.name == "Voss" && observer.indexPath(for: voss) == [0, 1])
      #expect(observer.element(at: [1, 1]) == nil && observer.element(at: [2, 0]) == nil)
      #expect(observer.sectionBy == \Trip.days)
      let flat = try ResultsObserver<Trip, Never>(
        filterBy: #Predicate { $0.days == 2 },
        modelContext: context
      )
      #expect(flat.results.count == 2)
      observer.results[0].days = 9
      #expect(observer.sections?.map(\.count) == [1, 2] && flat.results.count == 1)
      observer.sortBy = [SortDescriptor(\.name, order: .reverse)]
      #expect(observer.sections?[1].map(\.name) == ["Oslo", "Bergen"])
      observer.filterBy = #Predicate { $0.name == "Voss" }
      #expect(observer.sections?.sectionTitles == [2] && flat.sections == nil)
      context.rollback()
      #expect(flat.results.isEmpty)
      #expect(throws: SwiftDataError.self) {
        try ResultsObserver<Trip, Never>(filterBy: #Predicate { $0.isLong }, modelContext: context)
      }
    }

    @Test func aQueryHasSections() throws {
      struct List {
        @Query(sort: \.days, sectionBy: \.name) var trips: SectionedResults<Trip, String>
        @Query(sort: [SortDescriptor(\.nights)], sectionBy: \.place) var stops: [Stop]
        @Query var all: SectionedResults<Trip, String>
      }
      let context = try memory()
      let list = List()
      #expect(list.trips.isEmpty)
      #expect(list.$trips.fetchError as? SwiftDataError == .missingModelContext)
      for query in [list.$trips, list.$all] { query.use(context) }
      list.$stops.use(context)
      for (place, nights) in [("B", 2), ("A", 3), ("B", 1)] {
        context.insert(Stop(place, nights: nights))
      }
      context.insert(Trip(name: "Oslo"))
      context.insert(Trip(name: "Bergen"))
      #expect(list.stops.map(\.nights) == [3, 1, 2])
      #expect(list.$stops.sections.map { $0.map(\.nights) } == [[3], [1, 2]])
      #expect(list.trips.sectionTitles == ["Bergen", "Oslo"])
      #expect(list.all.map(\.count) == [2] && list.$all.sections.isEmpty)
    }

    @Test func savesAreNotified() throws {
      let context = try memory()
      let will = Mutex(0)
      let did = Mutex([String: Int]())
      let center = NotificationCenter.default
      let first = center.addObserver(
        forName: ModelContext.willSave,
        object: context,
        queue: nil
      ) { _ in will.withLock { $0 += 1 } }
      let second = center.addObserver(
        forName: ModelContext.didSave,
        object: context,
        queue: nil
      ) { notification in
        let information = notification.userInfo as? [String: Any] ?? [:]
        let identifiers = information.compactMapValues { $0 as? [PersistentIdentifier] }
        did.withLock { $0 = identifiers.mapValues(\.count) }
      }
      defer {
        center.removeObserver(first)
        center.removeObserver(second)
      }
      let trip = Trip(name: "Oslo")
      context.insert(trip)
      try context.save()
      #expect(will.withLock { $0 } == 1)
      #expect(did.withLock { $0 } == ["inserted": 1, "updated": 0, "deleted": 0])
      trip.days = 2
      try context.save()
      #expect(did.withLock { $0 } == ["inserted": 0, "updated": 1, "deleted": 0])
    }
  }
#endif
