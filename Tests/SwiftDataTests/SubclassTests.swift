#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Model
  class Journey {
    var name: String
    var days: Int
    @Relationship(deleteRule: .cascade) var legs: [Leg] = []
    init(_ name: String, days: Int = 1) {
      self.name = name
      self.days = days
    }
  }

  @Model
  final class BusinessJourney: Journey {
    var perDiem: Double
    init(_ name: String, perDiem: Double) {
      self.perDiem = perDiem
      super.init(name)
    }
  }

  @Model
  class PersonalJourney: Journey {
    enum Reason: String, Codable { case family, fun }
    var reason: Reason = Reason.fun
    var guide: Guide?
    override init(_ name: String, days: Int = 1) { super.init(name, days: days) }
  }

  @Model
  final class Guide {
    var name: String
    @Relationship(inverse: \PersonalJourney.guide) var journeys: [PersonalJourney] = []
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Leg {
    var place: String
    var journey: Journey?
    init(_ place: String) { self.place = place }
  }

  @Suite struct SubclassTests {
    let context: ModelContext

    init() throws {
      context = ModelContext(
        try ModelContainer(
          for: Journey.self,
          BusinessJourney.self,
          PersonalJourney.self,
          configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
      )
      let oslo = BusinessJourney("Oslo", perDiem: 90)
      oslo.legs = [Leg("Ås")]
      context.insert(oslo)
      context.insert(PersonalJourney("Bergen", days: 4))
      context.insert(Journey("Voss", days: 2))
      try context.save()
    }

    @Test func aModelIncludesItsSubmodels() throws {
      let all = try ModelContext(context.container)
        .fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.name)]))
      #expect(all.map(\.name) == ["Bergen", "Oslo", "Voss"])
      #expect(all[0] is PersonalJourney && (all[1] as? BusinessJourney)?.perDiem == 90)
      #expect(all[1].legs.map(\.place) == ["Ås"] && all[1].legs[0].journey === all[1])
      let personal = FetchDescriptor<PersonalJourney>(predicate: #Predicate { $0.days > 3 })
      #expect(try context.fetch(personal).map(\.reason) == [.fun])
    }

    @Test func relatedObjectsHaveTheirClass() throws {
      let other = ModelContext(context.container)
      let leg = try #require(try other.fetch(FetchDescriptor<Leg>()).first)
      #expect((leg.journey as? BusinessJourney)?.perDiem == 90)
      #expect(!other.hasChanges && leg.journey?.legs.count == 1)
      let guide = Guide("Ida")
      let journey = PersonalJourney("Moss")
      journey.guide = guide
      journey.reason = .family
      other.insert(journey)
      try other.save()
      let third = ModelContext(context.container)
      let read = try #require(
        try third.fetch(FetchDescriptor<PersonalJourney>(sortBy: [SortDescriptor(\.name)])).last
      )
      #expect(read.reason == .family && read.guide?.name == "Ida" && !third.hasChanges)
      #expect(read.guide?.journeys.count == 1)
    }

    @Test func conditionsOnSubmodels() throws {
      func names(_ predicate: Predicate<Journey>) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
      }
      #expect(try names(#Predicate { $0 is PersonalJourney }) == ["Bergen"])
      #expect(try names(#Predicate { !($0 is PersonalJourney) }) == ["Oslo", "Voss"])
      let dear = #Predicate<Journey> { journey in
        if let business = journey as? BusinessJourney {
          business.perDiem > 50
        } else {
          false
        }
      }
      #expect(try names(dear) == ["Oslo"])
      let fun = PersonalJourney.Reason.fun
      #expect(try names(#Predicate { ($0 as? PersonalJourney)?.reason == fun }) == ["Bergen"])
      let legs = #Predicate<Leg> { $0.journey is BusinessJourney }
      #expect(try context.fetchCount(FetchDescriptor(predicate: legs)) == 1)
    }

    @Test func sortedByInheritedProperties() throws {
      let descriptor = FetchDescriptor<PersonalJourney>(sortBy: [SortDescriptor(\.name)])
      #expect(try context.fetch(descriptor).count == 1)
    }

    @Test func deletionCanSpareSubmodels() throws {
      try context.delete(model: Journey.self, includeSubclasses: false)
      #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 2)
      try context.delete(model: Journey.self)
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 0)
    }
  }
#endif
