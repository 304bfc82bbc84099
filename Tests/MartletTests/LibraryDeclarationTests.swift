import Martlet
import Testing

/// Saved queries, versions and structs with an identity, from a program.
@Suite struct LibraryDeclarationTests {
  private struct Trip: Codable, Equatable {
    var id: RecordID?
    var name: String
    var days: Int
  }

  private static func container() throws -> ModelContainer {
    try ModelContainer(models: "model Trip { name: String, days: Int = 1 }")
  }

  @Test func savedQueriesAreFetchedByTheirNames() throws {
    let container = try Self.container()
    try container.declare("let Trip.long = fetch Trip where days > 7 sort name")
    try container.declare("let Trip.over(least: Int) = fetch Trip where days > $least")
    let context = ModelContext(container)
    for (name, days) in [("Oslo", 9), ("Bergen", 3), ("Rome", 10)] {
      try context.insert(Trip(name: name, days: days))
    }
    try context.save()
    #expect(try context.fetch("Trip.long", as: Trip.self).map(\.name) == ["Oslo", "Rome"])
    #expect(try context.fetch("Trip.over(least: \(9))", as: Trip.self).map(\.name) == ["Rome"])
    #expect(try context.fetchCount("Trip.long") == 2)
  }

  @Test func versionsAreDeclaredAndMigrated() throws {
    let container = try Self.container()
    let context = ModelContext(container)
    try context.insert(Trip(name: "Oslo", days: 9))
    try context.save()
    try container.declare("version 2 { model Trip { name: String, days: Int = 1, note: String? } }")
    try context.execute("migrate 2")
    #expect(try context.fetchCount("Trip where note is nil and name == \("Oslo")") == 1)
  }

  @Test func aStructThatWasReadIsInsertedOnce() throws {
    let container = try Self.container()
    let context = ModelContext(container)
    let id = try context.insert(Trip(name: "Oslo", days: 9))
    try context.save()
    var trip = try #require(try context.record(id, as: Trip.self))
    trip.days = 10
    #expect(try context.insert(trip) == id)
    #expect(try context.fetch("Trip", as: Trip.self) == [trip])
  }
}
