import Foundation
import Martlet
import Testing

/// Any `Codable` type round-trips as a record.
@Suite struct CodableTests {
  static func context() throws -> ModelContext {
    ModelContext(try ModelContainer(models: everyTypeModels))
  }

  static func person(_ name: String) throws -> Person {
    Person(
      fullName: name,
      age: 200,
      small: -128,
      large: .max,
      ratio: 0.1,
      isActive: false,
      born: Date(timeIntervalSince1970: -1.25),
      key: UUID(),
      photo: Data([0, 255, 10]),
      worth: Decimal(string: "12345678901234567890.123456789"),
      site: URL(string: "https://example.com/?q=a%20b#c"),
      level: .high,
      levels: [.low, .high, .low],
      address: Address(street: nil, city: "Łódź", geo: Geo(lat: 51.75, lon: -0.5)),
      tags: ["a", "$b", "c\"d"],
      dates: [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1)],
      desk: Desk(number: 7),
      staff: []
    )
  }

  @Test func everyTypeRoundTrips() throws {
    let context = try Self.context()
    var person = try Self.person("Zoë")
    person.teams = [Team(name: "red"), Team(name: "blue")]
    let id = try context.insert(person)
    let found = try #require(try context.record(id, as: Person.self))
    person.id = id
    person.label = "Zoë!"
    person.desk?.id = found.desk?.id
    person.teams = found.teams
    #expect(found == person)
    #expect(found.desk?.id?.description == "Desk#1")
    #expect(found.teams?.map(\.name) == ["red", "blue"])
    // The same as a dictionary.
    let record = try #require(try context.record(id))
    #expect(record["site"] == "https://example.com/?q=a%20b#c")
    #expect(record["levels"] == ["low", "high", "low"])
    #expect(
      record["address"] == ["street": nil, "city": "Łódź", "geo": ["lat": 51.75, "lon": -0.5]]
    )
  }

  @Test func nilIsNilAndDefaultsFill() throws {
    let context = try Self.context()
    struct Person: Codable {
      var name: String
      var age: Int
      var isActive: Bool?
      var level: Level?
      var address: Address?
      var born: Date?
    }
    let id = try context.insert(Person(name: "A", age: 1))
    let found = try #require(try context.record(id, as: Person.self))
    #expect(found.isActive == true)
    #expect(found.level == .low)
    #expect(found.address == nil)
    #expect(found.born == nil)
  }

  @Test func relationshipsAreIdentitiesOrStructs() throws {
    let context = try Self.context()
    let boss = try context.insert(try Self.person("Boss"))
    let staff = try ["A", "B", "C"].map { name in
      var person = try Self.person(name)
      (person.key, person.desk, person.boss) = (nil, nil, boss)
      return try context.insert(person)
    }
    #expect(try context.record(boss, as: Person.self)?.staff == staff)
    struct Boss: Codable {
      var name: String
      var staff: [Member]
      struct Member: Codable {
        var name: String
        var boss: RecordID
      }
    }
    let found = try #require(try context.record(boss, as: Boss.self))
    #expect(found.staff.map(\.name) == ["A", "B", "C"])
    #expect(found.staff.allSatisfy { $0.boss == boss })
    var reordered = try #require(try context.record(boss, as: Person.self))
    reordered.staff = [staff[2], staff[0]]
    try context.update(boss, to: reordered)
    #expect(try context.record(boss, as: Person.self) == reordered)
    #expect(try context.record(staff[1], as: Person.self)?.boss == nil)
  }

  @Test func storeIsReadChangedAndWrittenBack() throws {
    let context = try Self.context()
    var person = try Self.person("Zoë")
    person.teams = [Team(name: "red"), Team(name: "blue")]
    let id = try context.insert(person)
    try context.save()
    person = try #require(try context.record(id, as: Person.self))
    person.desk?.number = 8
    person.teams = [Team(name: "green"), person.teams?[1], person.teams?[0]].compactMap { $0 }
    person.teams?[1].name = "navy"
    person.age = 3
    try context.update(id, to: person)
    let found = try #require(try context.record(id, as: Person.self))
    #expect(found.age == 3)
    #expect(found.desk == Desk(id: person.desk?.id, number: 8))
    #expect(Set(found.teams?.map(\.name) ?? []) == ["green", "navy", "red"])
    #expect(try context.fetchCount("Team") == 3)
    #expect(try context.fetchCount("Desk") == 1)
    // If a part is rejected, nothing is kept.
    let before = try context.fetch("Team")
    person.age = 4
    person.teams?[1].name = "red"
    #expect(throws: ChangeFailure.self) { try context.update(id, to: person) }
    #expect(try context.record(id, as: Person.self) == found)
    #expect(try context.fetch("Team") == before)
  }

  @Test func orderOfNewAndOldMembersIsKept() throws {
    struct Person: Codable, Identifiable {
      var id: RecordID?
      var name: String
      var age = 1
      var staff: [Person]?
    }
    let context = try Self.context()
    context.autosaveEnabled = true
    let id = try context.insert(
      Person(name: "Boss", staff: [Person(name: "A"), Person(name: "B")])
    )
    var boss = try #require(try context.record(id, as: Person.self))
    boss.staff?.insert(Person(name: "New"), at: 1)
    boss.staff?[0].age = 77
    try context.insert(boss)
    let staff = try #require(try context.record(id, as: Person.self)?.staff)
    #expect(staff.map(\.name) == ["A", "New", "B"])
    #expect(staff.map(\.age) == [77, 1, 1])
    #expect(!context.hasChanges)
    try context.delete(id)
    #expect(try context.fetchCount("Person") == 3)
  }

  @Test func classHierarchyBecomesModels() throws {
    let context = try Self.context()
    let vehicles = [Vehicle("V"), Car("C", doors: 3), Truck("T", load: 2.5), Car("D", doors: 5)]
    let ids = try context.insert(contentsOf: vehicles)
    #expect(try context.fetch("Vehicle").map(\.entity) == ["Vehicle", "Car", "Truck", "Car"])
    #expect(ids.map(\.description) == ["Vehicle#1", "Vehicle#2", "Vehicle#3", "Vehicle#4"])
    #expect(
      try context.fetch(FetchDescriptor<Vehicle>(sortBy: "plate")).map(\.plate)
        == ["C", "D", "T", "V"]
    )
    #expect(try context.fetch(FetchDescriptor<Car>()).map(\.doors) == [3, 5])
    let truck = try #require(try context.fetch(FetchDescriptor<Truck>()).first)
    #expect(truck.plate == "T" && truck.wheels == 4 && truck.load == 2.5)
    let car: Vehicle = Car("E", doors: 1)
    let id = try context.insert(car)
    #expect(try context.record(id)?.entity == "Car")
    truck.load = nil
    truck.wheels = 6
    try context.update(ids[2], to: truck)
    let record = try #require(try context.record(ids[2]))
    #expect(record["load"] == nil)
    #expect(record["wheels"] == 6)
  }

  @Test func deepNestingIsRejected() throws {
    let context = ModelContext(try ModelContainer(models: linkModels))
    var chain = Link(0, nil)
    for number in 1...100_000 { chain = Link(number, chain) }
    #expect(throws: EncodingError.self) { try context.insert(chain) }
    // Released from its head; otherwise deinitialization would recurse.
    while let next = chain.next { chain = next }
    for number in 0..<400 {
      let previous = try context.fetchIdentifiers("Link sort @id desc limit 1").first
      try context.insert("Link", ["number": Value(number), "previous": Value(previous)])
    }
    #expect(throws: DecodingError.self) { try context.fetch("Link limit 1", as: Link.self) }
    #expect(try context.fetch("Link where number > 390", as: Link.self).count == 9)
  }

  /// Errors about values that do not fit have the place and the value.
  @Test func invalidValuesAreReported() throws {
    let context = try Self.context()
    try context.insert(try Self.person("Zoë"))
    struct Small: Codable { var age: Int8 }
    struct Other: Codable { var surname: String }
    struct Wrong: Codable { var address: [Int] }
    struct Deep: Codable { var dates: [Int] }
    func text<Wanted: Decodable>(_ type: Wanted.Type) -> String {
      let error = #expect(throws: DecodingError.self) {
        _ = try context.fetch("Person", as: type)
      }
      guard let error else { return "" }
      switch error {
      case .typeMismatch(_, let found), .keyNotFound(_, let found), .valueNotFound(_, let found),
        .dataCorrupted(let found):
        return found.codingPath.map(\.stringValue).joined(separator: ".") + ": "
          + found.debugDescription
      @unknown default: return ""
      }
    }
    #expect(text(Small.self) == "age: expected Int8, found the Int 200")
    #expect(text(Other.self) == ": Person has no `surname`")
    #expect(text(Wrong.self) == "address: expected Array<Value>, found a struct")
    #expect(text(Deep.self) == "dates.[0]: expected Int, found a Date")
  }
}
