#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Suite struct AppTests {
    @Test func anActorImportsTwice() async throws {
      let schema = Schema([Product.self, Tag.self])
      let container = try ModelContainer(
        for: schema,
        configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
      )
      let importer = CatalogueImporter(modelContainer: container)
      let json = """
        [{"sku": "a", "title": "Tea", "price": {"amount": 4.5, "currency": "NOK"},
          "tags": ["hot", "green"]},
         {"sku": "b", "title": "Ice", "price": {"amount": 2, "currency": "EUR"}, "tags": []}]
        """
      #expect(try await importer.load(Data(json.utf8)) == 2)
      let changed = json.replacingOccurrences(of: "green", with: "black")
      #expect(try await importer.load(Data(changed.utf8)) == 4)
      let products = Products(container: container)
      #expect(try products.count() == 2)
      #expect(try products.count(#Predicate { $0.price.currency == "NOK" }) == 1)
      let tea = try #require(try products.first(#Predicate { $0.title == "Tea" }))
      #expect(tea.price.amount == 4.5 && Set(tea.tags.map(\.name)) == ["hot", "black"])
      let hot = #Predicate<Product> { $0.tags.contains { $0.name == "hot" } }
      #expect(try products.count(hot) == 1)
      try products.remove(hot)
      #expect(try products.count() == 1)
      let context = ModelContext(container)
      let tags = try context.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
      #expect(tags.map(\.name) == ["black", "green", "hot"])
      #expect(tags.allSatisfy { $0.products?.isEmpty ?? false })
      let present = FetchDescriptor<Tag>(predicate: #Predicate { $0.products != nil })
      #expect(try context.fetchCount(present) == 3)
    }

    @Test func predicatesInPredicates() throws {
      let context = try memory()
      for (name, days) in [("Oslo", 2), ("Bergen", 9), ("Voss", 4)] {
        let trip = Trip(name: name, days: days)
        trip.stops = [Stop(name + " 1", nights: days)]
        context.insert(trip)
      }
      let long = #Predicate<Trip> { $0.days > 3 }
      let named = #Predicate<Trip> { $0.name.contains("e") }
      let both = #Predicate<Trip> { long.evaluate($0) && named.evaluate($0) }
      #expect(try context.names(both) == ["Bergen"])
      let either = #Predicate<Trip> { trip in long.evaluate(trip) || !named.evaluate(trip) }
      #expect(try context.names(either) == ["Bergen", "Oslo", "Voss"])
      let stop = #Predicate<Stop> { $0.nights == 2 }
      #expect(try context.names(#Predicate { $0.stops.contains { stop.evaluate($0) } }) == ["Oslo"])
      #expect(try both.evaluate(Trip(name: "e", days: 5)))
    }
  }
#endif
