import Foundation
import SwiftData
import Testing

@Test func decodedObjectsAreSaved() throws {
  let json = #"[{"vegetableId": 7, "name": "Leek", "body": "green"}]"#
  let vegetables = try JSONDecoder().decode([Vegetable].self, from: Data(json.utf8))
  let container = try ModelContainer(
    for: Vegetable.self,
    User.self,
    configurations: ModelConfiguration(isStoredInMemoryOnly: true)
  )
  let context = ModelContext(container)
  for vegetable in vegetables { context.insert(vegetable) }
  try context.save()
  let read = try ModelContext(container).fetch(FetchDescriptor<Vegetable>())
  #expect(read.map(\.name) == ["Leek"])
}
