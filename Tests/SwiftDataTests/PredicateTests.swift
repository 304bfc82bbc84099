#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Suite struct PredicateTests {
    let context: ModelContext

    init() throws {
      context = try memory()
      let oslo = Trip(name: "Oslo", starts: Date(timeIntervalSince1970: 1000), days: 3)
      oslo.price = 100
      oslo.tags = ["sea"]
      oslo.stops = [Stop("Ås", nights: 1), Stop("Moss", nights: 4)]
      let bergen = Trip(name: "Bergen", starts: Date(timeIntervalSince1970: 2000), days: 9)
      bergen.mood = .wild
      bergen.stops = [Stop("Voss", nights: 2)]
      context.insert(oslo)
      context.insert(bergen)
      context.insert(Trip(name: "Ålesund", starts: .distantFuture, days: 2))
    }

    func found(_ predicate: Predicate<Trip>) throws -> [String] { try context.names(predicate) }

    @Test func comparisons() throws {
      let least = 3
      #expect(try found(#Predicate { $0.days >= least }) == ["Bergen", "Oslo"])
      #expect(try found(#Predicate { $0.days * 2 - 1 == 5 }) == ["Oslo"])
      #expect(try found(#Predicate { $0.name == "Oslo" || !($0.days < 9) }) == ["Bergen", "Oslo"])
      #expect(try found(#Predicate { (2...3).contains($0.days) }) == ["Oslo", "Ålesund"])
      #expect(try found(#Predicate { $0.starts > Date.now }) == ["Ålesund"])
      #expect(try found(#Predicate { $0.starts > Date() }) == ["Ålesund"])
      #expect(try found(#Predicate { $0.mood == Mood.wild }) == ["Bergen"])
    }

    @Test func optionals() throws {
      #expect(try found(#Predicate { $0.price == nil }) == ["Bergen", "Ålesund"])
      #expect(try found(#Predicate { ($0.price ?? 0) > 50 }) == ["Oslo"])
      #expect(
        try found(#Predicate { if let price = $0.price { price > 50 } else { true } }).count == 3
      )
      let stops = try context.fetch(
        FetchDescriptor<Stop>(predicate: #Predicate { $0.trip?.name == "Oslo" })
      )
      #expect(stops.count == 2)
      let long = try context.fetch(
        FetchDescriptor<Stop>(predicate: #Predicate { $0.trip.flatMap { $0.days > 5 } == true })
      )
      #expect(long.map(\.place) == ["Voss"])
    }

    @Test func strings() throws {
      #expect(try found(#Predicate { $0.name.localizedStandardContains("ale") }) == ["Ålesund"])
      #expect(try found(#Predicate { $0.name.starts(with: "B") }) == ["Bergen"])
      #expect(try found(#Predicate { $0.name.contains("sl") }) == ["Oslo"])
      #expect(try found(#Predicate { $0.name.isEmpty }) == [])
      let same = #Predicate<Trip> {
        $0.name.caseInsensitiveCompare("OSLO") == ComparisonResult.orderedSame
      }
      #expect(try found(same) == ["Oslo"])
    }

    @Test func lists() throws {
      let names = ["Oslo", "Rome"]
      #expect(try found(#Predicate { names.contains($0.name) }) == ["Oslo"])
      #expect(try found(#Predicate { $0.tags.contains("sea") }) == ["Oslo"])
      #expect(try found(#Predicate { $0.stops.contains { $0.nights > 3 } }) == ["Oslo"])
      #expect(
        try found(#Predicate { trip in trip.stops.contains { $0.nights > trip.days } }) == ["Oslo"]
      )
      #expect(try found(#Predicate { $0.stops.isEmpty }) == ["Ålesund"])
      #expect(
        try found(#Predicate { $0.stops.filter { $0.nights > 1 }.count == 1 }) == [
          "Bergen", "Oslo",
        ]
      )
      #expect(
        try found(#Predicate { $0.stops.allSatisfy { $0.nights == 2 } }) == ["Bergen", "Ålesund"]
      )
    }

    @Test func identities() throws {
      let oslo = try #require(
        try context.fetch(FetchDescriptor<Trip>()).first { $0.name == "Oslo" }
      )
      let temporary = oslo.persistentModelID
      #expect(try found(#Predicate { $0.persistentModelID == temporary }) == ["Oslo"])
      try context.save()
      let id = oslo.persistentModelID
      #expect(id != temporary)
      #expect(try found(#Predicate { $0.persistentModelID == id }) == ["Oslo"])
      let stops = FetchDescriptor<Stop>(predicate: #Predicate { $0.trip?.persistentModelID == id })
      #expect(try context.fetchCount(stops) == 2)
    }

    @Test func whatCannotBeTranslatedIsAnError() throws {
      #expect(throws: SwiftDataError.self) { try found(#Predicate { $0.isLong }) }
      #expect(try found(#Predicate { $0.spot?.latitude == 3 }) == [])
    }

    @Test func sortAndLimit() throws {
      var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.days, order: .reverse)])
      descriptor.fetchLimit = 1
      descriptor.fetchOffset = 1
      #expect(try context.fetch(descriptor).map(\.name) == ["Oslo"])
    }
  }
#endif
