#if SwiftData
  import Foundation
  import SwiftData

  // The model layer of a calendar: an actor takes over events of a server.

  /// An event as the server sends it.
  struct ServerEvent: Sendable {
    var id: String
    var title: String
    var start: Date
    var guests: [String]
  }

  @Model
  final class Appointment {
    @Attribute(.unique) var eventID: String
    var title: String
    var start: Date
    @Relationship(deleteRule: .cascade, inverse: \Guest.appointment) var guests: [Guest]

    var isFull: Bool { guests.count >= 10 }

    init(_ event: ServerEvent) {
      eventID = event.id
      title = event.title
      start = event.start
      guests = []
    }
  }

  @Model
  final class Guest {
    var name: String
    var appointment: Appointment?

    init(name: String) { self.name = name }
  }

  @ModelActor
  actor CalendarStore {
    /// Updates known events and inserts new ones. Returns the number of new ones.
    func take(_ events: [ServerEvent]) throws -> Int {
      var added = 0
      for event in events {
        let id = event.id
        let known = FetchDescriptor<Appointment>(predicate: #Predicate { $0.eventID == id })
        let appointment: Appointment
        if let existing = try modelContext.fetch(known).first {
          appointment = existing
          appointment.title = event.title
          appointment.start = event.start
        } else {
          appointment = Appointment(event)
          modelContext.insert(appointment)
          added += 1
        }
        let missing = event.guests.filter { name in
          !appointment.guests.contains { $0.name == name }
        }
        appointment.guests += missing.map { Guest(name: $0) }
      }
      try modelContext.save()
      return added
    }

    func titles(after date: Date) throws -> [String] {
      try modelContext.fetch(
        FetchDescriptor<Appointment>(
          predicate: #Predicate { $0.start > date },
          sortBy: [SortDescriptor(\.start)]
        )
      ).map(\.title)
    }
  }
#endif
