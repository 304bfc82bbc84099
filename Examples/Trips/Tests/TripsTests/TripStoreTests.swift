import Foundation
import SwiftData
import Testing

@testable import Trips

@Suite struct TripStoreTests {
  private let spring = Date(timeIntervalSince1970: 1_775_000_000)
  private let summer = Date(timeIntervalSince1970: 1_782_000_000)

  @Test func tripsAreFoundByTheirPlaces() async throws {
    let store = try TripStore(file: nil)
    try await store.plan("Fjords", starts: summer, budget: 500, stays: [("Bergen", 3, 90)])
    try await store.plan("Fjords", starts: summer, stays: [("Ålesund", 6, 80)])
    try await store.plan("Work", starts: spring, stays: [("Oslo", 1, 120), ("Bergen", 1, 100)])
    let found = try await store.trips(to: "bergen")
    #expect(found.map(\.name) == ["Work", "Fjords"])
    #expect(found.map(\.nights) == [2, 9])
    #expect(found.map(\.verdict) == ["no budget", "too expensive"])
  }

  @Test func tripsOutliveTheStore() async throws {
    let file = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("trips-\(UUID().uuidString).store")
    defer { try? FileManager.default.removeItem(at: file) }
    try await TripStore(file: file).plan("Fjords", starts: summer, stays: [("Bergen", 3, 90)])
    let reopened = try TripStore(file: file)
    #expect(try await reopened.trips(to: "Bergen").map(\.name) == ["Fjords"])
    try await reopened.forget(before: summer.addingTimeInterval(1))
    #expect(try await reopened.stayCount() == 0)
  }

  @Test func computedProperties() throws {
    let trip = Trip(name: "Islands", starts: spring)
    trip.stays = [Stay("Runde", nights: 8, pricePerNight: 50)]
    #expect(trip.isLong && trip.cost == 400 && trip.verdict == "no budget")
    trip.budget = 400
    #expect(trip.verdict == "fine")
  }
}
