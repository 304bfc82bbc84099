import Foundation
import SwiftData
import Testing

@Test func eventsAreUpserted() async throws {
  let service = try PersistenceService(inMemory: true)
  let store = CalendarDataStore(modelContainer: service.modelContainer)
  let now = Date()
  var events = (1...3).map {
    CalendarEvent(
      id: "e\($0)",
      title: "Event \($0)",
      startDate: now,
      endDate: now,
      calendarName: "Home"
    )
  }
  try await store.upsertEvents(events)
  events[1].title = "Moved"
  try await store.upsertEvents(events)
  let context = ModelContext(service.modelContainer)
  let titles = try context.fetch(
    FetchDescriptor<CalendarEventModel>(sortBy: [SortDescriptor(\.eventIdentifier)])
  ).map(\.title)
  #expect(titles == ["Event 1", "Moved", "Event 3"])
  undo(service.modelContainer)
}

@Test func theStoreMigratesAndReopens() throws {
  for name in try FileManager.default.contentsOfDirectory(atPath: ".")
  where name.hasPrefix("calendar.") {
    try FileManager.default.removeItem(atPath: name)
  }
  try migration()
  try migration()
}
