import Foundation
import SwiftData

/// What the app's views and its server use: no type of SwiftData leaves the actor.
@ModelActor
actor TripStore {
  /// A trip for other tasks.
  struct Summary: Codable, Equatable, Sendable {
    let name: String
    let nights: Int
    let verdict: String
  }

  init(file: URL?) throws {
    let configuration =
      file.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
    self.init(
      modelContainer: try ModelContainer(for: Trip.self, configurations: configuration)
    )
  }

  /// Adds a trip, or stays to the trip of that name.
  func plan(
    _ name: String,
    starts: Date,
    budget: Double? = nil,
    stays: [(place: String, nights: Int, pricePerNight: Double)]
  ) throws {
    let known = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
    let trip = try modelContext.fetch(known).first ?? Trip(name: name, starts: starts)
    modelContext.insert(trip)
    trip.budget = budget ?? trip.budget
    trip.stays += stays.map {
      Stay($0.place, nights: $0.nights, pricePerNight: $0.pricePerNight)
    }
    try modelContext.save()
  }

  /// The trips with a stay at a place, in order of time.
  func trips(to place: String) throws -> [Summary] {
    let descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { trip in
        trip.stays.contains { $0.place.localizedStandardContains(place) }
      },
      sortBy: [SortDescriptor(\.starts)]
    )
    return try modelContext.fetch(descriptor).map {
      Summary(name: $0.name, nights: $0.nights, verdict: $0.verdict)
    }
  }

  /// Deletes the trips that start before a date, with their stays.
  func forget(before date: Date) throws {
    try modelContext.delete(model: Trip.self, where: #Predicate { $0.starts < date })
    try modelContext.save()
  }

  func stayCount() throws -> Int {
    try modelContext.fetchCount(FetchDescriptor<Stay>())
  }
}
