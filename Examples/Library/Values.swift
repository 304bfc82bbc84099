import Foundation
import Martlet

enum Category: String, Codable {
  case food, travel, other
}

struct Place: Codable {
  var street: String?
  var city: String
}

struct Trip: Codable, Identifiable {
  var id: RecordID?
  var name: String
  var category: Category
  var place: Place?
  var tags: [String]
  var starts: Date
  var price: Decimal
}

/// Stores structs that have enums, structs, arrays, dates and decimals in them.
func keepRichValues() throws {
  let container = try ModelContainer(
    models: """
      enum Category { food, travel, other }
      struct Place { street: String?, city: String }
      model Trip {
        name: String unique
        category: Category = .other
        place: Place?
        tags: [String] = []
        starts: Date
        price: Decimal
      }
      """
  )
  let context = ModelContext(container)
  context.autosaveEnabled = true
  let starts = Date(timeIntervalSince1970: 1_780_000_000)
  try context.insert(contentsOf: [
    Trip(
      name: "Lofoten",
      category: .travel,
      place: Place(city: "Å"),
      tags: ["sea", "hike"],
      starts: starts,
      price: 1234.5
    ),
    Trip(name: "Dinner", category: .food, tags: [], starts: starts, price: 80),
  ])

  // Queries can use enums, structs and arrays.
  let city = "Å"
  let query: QueryText = "category == .travel and 'sea' in tags and place.city == \(city)"
  for trip in try context.fetch(FetchDescriptor<Trip>(predicate: query)) {
    print(trip.name, trip.tags, trip.place?.city ?? "nowhere", trip.price)
  }

  // A query that your program builds has parameters. Their values are bound too.
  let condition = QueryText(
    "starts < $latest and price > $minimum",
    parameters: ["latest": Value(starts.addingTimeInterval(3600)), "minimum": 1000]
  )
  print(try context.fetchCount(FetchDescriptor<Trip>(predicate: condition)))

  // An upsert changes the record with the same unique key.
  try context.upsert("Trip", ["name": "Dinner", "price": 95, "starts": Value(starts)])
  print(try context.fetch(FetchDescriptor<Trip>(sortBy: "price")).map(\.price))
}
