#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  /// The conditions that predicates become.
  @Suite struct PredicateTextTests {
    func text<Model: PersistentModel>(_ predicate: Predicate<Model>) throws -> String {
      try PredicateTranslator.text(of: predicate)
    }

    @Test func conditions() throws {
      let least = 3
      let names = ["Oslo", "Rome"]
      let home = Coordinate(latitude: 1, longitude: 2)
      let long = #Predicate<Trip> { $0.days > 7 }
      let cases: [(String, String)] = try [
        (text(#Predicate<Trip> { $0.days >= least }), "(days >= $value1)"),
        (
          text(#Predicate<Trip> { $0.name == "Oslo" && !($0.days * 2 < 9) }),
          "((name == $value1) and (not ((days * $value2) < $value3)))"
        ),
        (text(#Predicate<Trip> { ($0.price ?? 0) > 50 }), "((price ?? $value1) > $value2)"),
        (text(#Predicate<Trip> { $0.name.localizedStandardContains("ale") }), "(name ~ $value1)"),
        (text(#Predicate<Trip> { names.contains($0.name) }), "(name in $value1)"),
        (
          text(#Predicate<Trip> { $0.stops.contains { $0.nights > 3 } }),
          "any(stops where ((self.nights > $value1)))"
        ),
        (
          text(#Predicate<Trip> { $0.stops.filter { $0.nights > 1 }.count == 1 }),
          "(count(stops where ((self.nights > $value1))) == $value2)"
        ),
        (text(#Predicate<Stop> { $0.trip?.name == "Oslo" }), "(trip.name == $value1)"),
        (
          text(#Predicate<Trip> { (2...3).contains($0.days) }),
          "(days in $value1...$value2)"
        ),
        (
          text(#Predicate<Person> { $0.address?.position?.latitude == nil }),
          "(address.position.latitude == nil)"
        ),
        (
          text(#Predicate<Person> { $0.address?.position == home }),
          "(((address.position.latitude == $value1) and (address.position.longitude == $value2)) == true)"
        ),
        (
          text(#Predicate<Trip> { long.evaluate($0) || $0.mood == Mood.wild }),
          "(((days > $value1)) or (mood == $value2))"
        ),
        (
          text(#Predicate<Journey> { ($0 as? BusinessJourney)?.perDiem == 90 }),
          "((the record as BusinessJourney).perDiem == $value1)"
        ),
        (text(#Predicate<Leg> { $0.journey is BusinessJourney }), "(journey is BusinessJourney)"),
      ]
      for (found, expected) in cases { #expect(found == expected) }
    }

    /// In a closure in a closure, `self` is the inner member.
    @Test func outerMembersAreRefused() throws {
      let longer = #Predicate<Stop> { stop in
        stop.trip!.stops.contains { $0.nights > stop.nights }
      }
      #expect(try text(longer) == "any(trip.stops where ((self.nights > nights)))")
      let nested = #Predicate<Trip> { $0.stops.contains { longer.evaluate($0) } }
      #expect(throws: SwiftDataError.self) { try text(nested) }
      let listed = #Predicate<Trip> { trip in
        trip.stops.contains { stop in trip.stops.contains(stop) }
      }
      #expect(throws: SwiftDataError.self) { try text(listed) }
    }
  }
#endif
