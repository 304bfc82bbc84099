#if SwiftData
  import Foundation
  import SwiftData

  enum Mood: String, Codable, CaseIterable {
    case calm, wild
  }

  struct Spot: Codable, Hashable {
    var latitude: Double
    var longitude: Double
  }

  @Model
  final class Trip {
    #Index<Trip>([\.name])

    @Attribute(.unique) var name: String
    var starts: Date
    var days: Int = 1
    var price: Double?
    var mood: Mood = Mood.calm
    var tags: [String] = []
    var spot: Spot?
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip)
    var stops: [Stop] = []
    @Transient var isShown = false

    var isLong: Bool { days > 7 }

    init(name: String, starts: Date = Date(timeIntervalSince1970: 0), days: Int = 1) {
      self.name = name
      self.starts = starts
      self.days = days
    }
  }

  @Model
  class Stop {
    var place: String
    var nights: Int
    var trip: Trip?

    init(_ place: String, nights: Int = 1, trip: Trip? = nil) {
      self.place = place
      self.nights = nights
      self.trip = trip
    }
  }

  @ModelActor
  actor TripImporter {
    func add(_ names: [String]) throws -> [PersistentIdentifier] {
      let trips = names.map { Trip(name: $0) }
      for trip in trips { modelContext.insert(trip) }
      try modelContext.save()
      return trips.map(\.persistentModelID)
    }

    func name(of id: PersistentIdentifier) -> String? { self[id, as: Trip.self]?.name }
  }

  enum NotesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  enum NotesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
      var text: String
      var length: Int = 0
      init(text: String) { self.text = text }
    }
  }

  enum NotesPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: NotesV1.self,
          toVersion: NotesV2.self,
          willMigrate: nil,
          didMigrate: { context in
            for note in try context.fetch(FetchDescriptor<NotesV2.Note>()) {
              note.length = note.text.count
            }
            try context.save()
          }
        )
      ]
    }
  }

  func memory() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Trip.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
    )
  }

  extension ModelContext {
    func names(_ predicate: Predicate<Trip>?) throws -> [String] {
      try fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\Trip.name)]))
        .map(\.name).sorted()
    }
  }
#endif
