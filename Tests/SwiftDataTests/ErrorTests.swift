#if SwiftData
  import Foundation
  import SwiftData
  import TestSupport
  import Testing

  @Model
  final class Crate {
    var label: String
    @Relationship(inverse: \Shelf.name) var shelf: Shelf?
    init(label: String) { self.label = label }
  }

  @Model
  final class Shelf {
    var name: String = ""
    init() {}
  }

  @Model
  final class Tool {
    #Unique<Tool>([\.title])
    var name: String
    var title: String { name.uppercased() }
    init(name: String) { self.name = name }
  }

  @Model
  final class Band {
    var name: String
    @Relationship(deleteRule: .deny) var albums: [Album] = []
    @Relationship(minimumModelCount: 1, maximumModelCount: 3) var players: [Player] = []
    init(name: String) { self.name = name }
  }

  @Model
  final class Album {
    var title: String
    var band: Band?
    init(title: String) { self.title = title }
  }

  @Model
  final class Player {
    var name: String
    var band: Band?
    init(name: String) { self.name = name }
  }

  struct PositiveLevel: RawRepresentable, Codable {
    let rawValue: Int
    init?(rawValue: Int) {
      guard rawValue > 0 else { return nil }
      self.rawValue = rawValue
    }
  }

  @Model
  final class Dial {
    var level: PositiveLevel
    init(level: PositiveLevel) { self.level = level }
  }

  enum LampV1 {
    enum Color: String, Codable { case red, green }

    @Model final class Lamp {
      var color: Color
      init(color: Color) { self.color = color }
    }
  }

  enum LampV2 {
    enum Color: String, Codable { case white, red }

    @Model final class Lamp {
      var color: Color
      init(color: Color) { self.color = color }
    }
  }

  /// Errors say what is wrong, the record, and what to do; nothing stops the program.
  @Suite struct ErrorTests {
    func message(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "no error"
      } catch {
        return "\(error)"
      }
    }

    func memory(_ types: any PersistentModel.Type...) throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Schema(types),
          configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
      )
    }

    @Test func predicates() throws {
      let context = try memory(Person.self, Company.self, Trip.self)
      func message<Model: PersistentModel>(_ predicate: Predicate<Model>) -> String {
        self.message { _ = try context.fetchCount(FetchDescriptor(predicate: predicate)) }
      }
      #expect(
        message(#Predicate<Person> { $0.initials == "A" }) == """
          error: `initials` of Person is computed; a store knows only saved properties
          help: fetch the objects and filter or sort them in Swift, or save the value
          """
      )
      #expect(
        message(#Predicate<Person> { $0.isSelected }) == """
          error: `isSelected` of Person is transient; a store knows only saved properties
          help: fetch the objects and filter or sort them in Swift, or save the value
          """
      )
      #expect(
        message(#Predicate<Company> { $0.address.label == "A" }) == """
          error: a computed property is not a saved field of Address, which has `street`, `city`, \
          `zip`, `kind`, `position`, `notes`
          """
      )
      #expect(
        message(#Predicate<Person> { $0.palette.isEmpty }) == """
          error: `palette` is encoded as a whole, so that a store cannot look into it
          help: make it a struct of plain values, or fetch the objects and filter them in Swift
          """
      )
    }

    @Test func sortingAndFetching() throws {
      let context = try memory(Person.self, Company.self)
      func message(_ change: (inout FetchDescriptor<Person>) -> Void) -> String {
        var descriptor = FetchDescriptor<Person>()
        change(&descriptor)
        return self.message { _ = try context.fetch(descriptor) }
      }
      #expect(message { $0.sortBy = [SortDescriptor(\.initials)] }.contains("`initials` of Person"))
      #expect(message { $0.propertiesToFetch = [\.isSelected] }.contains("is transient"))
      #expect(message { $0.relationshipKeyPathsForPrefetching = [\.id] }.contains("not to a saved"))
      #expect(
        self.message { _ = try context.fetch(FetchDescriptor<Trip>()) } == """
          error: Trip is not a model of this container, which has Person, Company
          help: add Trip.self to the models of the container
          """
      )
      context.insert(Trip(name: "Oslo"))
      #expect(self.message { try context.save() }.contains("Trip is not a model of this container"))
      let id = PersistentIdentifier?.none
      #expect(id == nil)
    }

    @Test func models() throws {
      #expect(
        message { _ = try memory(Crate.self) } == """
          error: the inverse of `Crate.shelf` is not a relationship that references Crate
          help: name the property of the other class that references this one
          """
      )
      #expect(message { _ = try memory(Tool.self) }.contains("`title` of Tool is computed"))
      #expect(
        message { _ = try memory(Dial.self) } == """
          error: `Dial.level` has no value if PositiveLevel does not know the one in the store
          help: give it a default value, or make it optional
          """
      )
    }

    @Test func anUnknownCaseDoesNotTrap() throws {
      let folder = try TemporaryFolder()
      let configuration = ModelConfiguration(url: URL(fileURLWithPath: folder.file("l.store")))
      do {
        let old = ModelContext(
          try ModelContainer(for: LampV1.Lamp.self, configurations: configuration)
        )
        old.insert(LampV1.Lamp(color: .green))
        try old.save()
      }
      let context = ModelContext(
        try ModelContainer(for: LampV2.Lamp.self, configurations: configuration)
      )
      let lamp = try #require(try context.fetch(FetchDescriptor<LampV2.Lamp>()).first)
      #expect(lamp.color == .white)
    }

    @Test func aUniqueConflictNamesBothRecords() throws {
      let context = try memory(Trip.self)
      context.insert(Trip(name: "Oslo"))
      let bergen = Trip(name: "Bergen")
      context.insert(bergen)
      try context.save()
      bergen.name = "Oslo"
      let text = message { try context.save() }
      #expect(text.contains("Trip#1") && text.contains("Trip#2"), "\(text)")
      #expect(context.hasChanges)
      context.rollback()
      #expect(bergen.name == "Bergen")
    }

    @Test func rulesOfRelationships() throws {
      let context = try memory(Band.self, Album.self, Player.self)
      let band = Band(name: "A")
      context.insert(band)
      let none = message { try context.save() }
      #expect(none.contains("players"), "\(none)")
      band.players = [Player(name: "x")]
      let album = Album(title: "One")
      album.band = band
      try context.save()
      context.delete(band)
      let denied = message { try context.save() }
      #expect(denied.contains("Album#1") && denied.contains("Band#2"), "\(denied)")
      context.rollback()
      #expect(!band.isDeleted && band.albums.count == 1)
      band.players += (0..<3).map { Player(name: "p\($0)") }
      let many = message { try context.save() }
      #expect(many.contains("players"), "\(many)")
    }

    @Test func aMissingObjectDoesNotTrap() throws {
      let context = try memory(Trip.self)
      let trip = Trip(name: "Oslo")
      trip.stops = [Stop("Ås")]
      context.insert(trip)
      try context.save()
      let other = ModelContext(context.container)
      let read = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
      let stop = read.stops[0]
      let id = stop.persistentModelID
      context.delete(trip)
      try context.save()
      #expect(read.name == "Oslo" && stop.place == "Ås")
      let again = ModelContext(context.container)
      let gone = again.model(for: id) as? Stop
      #expect(gone?.place == "" && gone?.trip == nil)
      let people = try memory(Person.self)
      #expect(!(people.model(for: id) is Stop))
      read.days = 8
      #expect(message { try other.save() } != "no error")
      other.rollback()
    }
  }
#endif
