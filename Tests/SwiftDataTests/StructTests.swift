#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  @Suite struct StructTests {
    let context: ModelContext

    init() throws {
      context = ModelContext(
        try ModelContainer(
          for: Person.self,
          Company.self,
          configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
      )
      let oslo = Address(
        street: "Main 1",
        city: "Oslo",
        zip: "0150",
        kind: .work,
        position: Coordinate(latitude: 59.9, longitude: 10.7),
        notes: ["loud"]
      )
      let acme = Company(name: "Acme", code: 1, address: oslo)
      let bolt = Company(name: "Bolt", code: 2, address: Address(street: "Quay 2", city: "Bergen"))
      context.insert(acme)
      context.insert(bolt)
      context.insert(Person("Ada", address: oslo, employer: bolt))
      context.insert(Person("Bo", address: bolt.address, employer: acme))
      context.insert(Person("Cy"))
      try context.save()
    }

    func found(_ predicate: Predicate<Person>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }

    @Test func fieldsAreRead() throws {
      let read = try ModelContext(context.container).fetch(FetchDescriptor<Person>())
      let ada = try #require(read.first { $0.name == "Ada" })
      #expect(ada.address?.position?.longitude == 10.7 && ada.address?.kind == .work)
      #expect(ada.address?.notes == ["loud"] && ada.employer?.address.city == "Bergen")
      #expect(read.first { $0.name == "Cy" }?.address == nil)
    }

    @Test func conditionsUseFields() throws {
      #expect(try found(#Predicate { $0.address?.city == "Oslo" }) == ["Ada"])
      #expect(try found(#Predicate { $0.address?.zip == nil }) == ["Bo", "Cy"])
      #expect(try found(#Predicate { ($0.address?.position?.latitude ?? 0) > 50 }) == ["Ada"])
      #expect(try found(#Predicate { $0.address?.kind == Kind.work }) == ["Ada"])
      #expect(
        try found(#Predicate { $0.address?.city.localizedStandardContains("berg") == true })
          == ["Bo"]
      )
      #expect(try found(#Predicate { $0.employer?.address.city == "Oslo" }) == ["Bo"])
      #expect(try found(#Predicate { $0.address == nil }) == ["Cy"])
      let companies = try context.fetch(
        FetchDescriptor<Company>(predicate: #Predicate { $0.address.street.starts(with: "Quay") })
      )
      #expect(companies.map(\.name) == ["Bolt"])
      let notes = #Predicate<Company> { $0.address.notes.contains("loud") }
      #expect(try context.fetchCount(FetchDescriptor(predicate: notes)) == 1)
    }

    @Test func structsAreCompared() throws {
      let bergen = Address(street: "Quay 2", city: "Bergen")
      #expect(try found(#Predicate { $0.address == bergen }) == ["Bo"])
      let other = try context.fetch(
        FetchDescriptor<Company>(predicate: #Predicate { $0.address != bergen })
      )
      #expect(other.map(\.name) == ["Acme"])
    }

    @Test func sortedByFieldsAndRelatedObjects() throws {
      func names(_ order: SortDescriptor<Person>) throws -> [String] {
        try context.fetch(FetchDescriptor(sortBy: [order])).map(\.name)
      }
      #expect(try names(SortDescriptor(\.address?.city)) == ["Cy", "Bo", "Ada"])
      #expect(
        try names(SortDescriptor(\.address?.position?.latitude, order: .reverse)).first == "Ada"
      )
      #expect(try names(SortDescriptor(\.employer?.name)) == ["Cy", "Bo", "Ada"])
      #expect(
        try names(SortDescriptor(\.employer?.address.city, order: .reverse)) == [
          "Bo", "Ada", "Cy",
        ]
      )
      #expect(try names(SortDescriptor(\.manager?.manager?.name)).count == 3)
      let companies = FetchDescriptor<Company>(sortBy: [SortDescriptor(\.address.city)])
      #expect(try context.fetch(companies).map(\.name) == ["Bolt", "Acme"])
    }

    @Test func stringsAreSortedAsAsked() throws {
      for name in ["item 10", "Item 9", "item 1"] { context.insert(Person(name)) }
      func names(_ order: SortDescriptor<Person>) throws -> [String] {
        let items = #Predicate<Person> { $0.name.localizedStandardContains("item") }
        return try context.fetch(FetchDescriptor(predicate: items, sortBy: [order])).map(\.name)
      }
      #expect(try names(SortDescriptor(\.name)) == ["item 1", "Item 9", "item 10"])
      #expect(
        try names(SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse)) == [
          "item 10", "Item 9", "item 1",
        ]
      )
      #expect(
        try names(SortDescriptor(\.name, comparator: .lexical)) == ["Item 9", "item 1", "item 10"]
      )
    }

    @Test func aFieldCanChange() throws {
      let bo = try #require(try context.fetch(FetchDescriptor<Person>()).first { $0.name == "Bo" })
      bo.address?.city = "Bodø"
      bo.address?.position = Coordinate(latitude: 67, longitude: 14)
      #expect(bo.hasChanges)
      #expect(try found(#Predicate { $0.address?.city == "Bodø" }) == ["Bo"])
      try context.save()
      let cities = try ModelContext(context.container)
        .fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)])).map { $0.address?.city }
      #expect(cities == ["Oslo", "Bodø", nil])
    }

    @Test func whatIsNoStructOfValuesIsEncoded() throws {
      let ada = try #require(try context.fetch(FetchDescriptor<Person>()).first)
      ada.palette = ["red": 1, "blue": 2]
      try context.save()
      let read = try ModelContext(context.container).fetch(FetchDescriptor<Person>())
      #expect(read.map(\.palette.count).max() == 2)
    }

    @Test func ephemeralValuesStayInTheObject() throws {
      let person = Person("Di")
      person.selections = 3
      context.insert(person)
      try context.save()
      person.selections = 4
      #expect(context.hasChanges)
      try context.save()
      _ = try context.fetch(FetchDescriptor<Person>())
      #expect(person.selections == 4)
      let read = try ModelContext(context.container)
        .fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "Di" }))
      #expect(read.map(\.selections) == [0])
    }
  }
#endif
