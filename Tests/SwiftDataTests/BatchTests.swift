#if SwiftData
  import Foundation
  import SwiftData
  import Testing

  /// Many objects of a save become columns; few become statements. Both must agree.
  @Suite struct BatchTests {
    func make() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Person.self,
          Company.self,
          configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
      )
    }

    /// Fills a context, saving after each `step` objects.
    func filled(step: Int) throws -> ModelContext {
      let context = try make()
      var made = 0
      func add<Model: PersistentModel>(_ model: Model) throws {
        context.insert(model)
        made += 1
        if made % step == 0 { try context.save() }
      }
      var companies: [Company] = []
      for number in 0..<20 {
        let place = number % 3 == 0 ? Coordinate(latitude: Double(number), longitude: 1) : nil
        var address = Address(street: "Street \(number)", city: "City \(number % 4)")
        address.position = place
        address.notes = number % 2 == 0 ? ["even"] : []
        let company = Company(name: "C\(number)", code: number, address: address)
        try add(company)
        companies.append(company)
      }
      var people: [Person] = []
      for number in 0..<100 {
        let person = Person("P\(number)", employer: companies[number % 20])
        person.address = number % 5 == 0 ? nil : companies[number % 7].address
        person.born = number % 4 == 0 ? nil : Date(timeIntervalSince1970: Double(number))
        person.palette = ["n": number]
        person.manager = number > 10 ? people[number % 10] : nil
        try add(person)
        people.append(person)
      }
      try context.save()
      for person in people where person.name.hasSuffix("3") {
        person.name += "!"
        person.address?.city = "Moved"
        person.employer = nil
        if step < 50 { try context.save() }
      }
      try context.save()
      return context
    }

    func contents(_ context: ModelContext) throws -> [String] {
      let other = ModelContext(context.container)
      let people = try other.fetch(FetchDescriptor<Person>()).map { person in
        let address = person.address
        let place = address?.position?.latitude
        return """
          \(person.name) \(person.born?.timeIntervalSince1970 ?? -1) \(person.palette) \
          \(address?.street ?? "-") \(address?.city ?? "-") \(place ?? -1) \(address?.notes ?? []) \
          \(person.employer?.name ?? "-") \(person.manager?.name ?? "-") \(person.reports.count)
          """
      }
      let companies = try other.fetch(FetchDescriptor<Company>()).map { company in
        "\(company.name) \(company.country) \(company.address.label) \(company.staff.count)"
      }
      return (people + companies).sorted()
    }

    @Test func bothWaysAgree() throws {
      let expected = try contents(filled(step: 1))
      #expect(expected.count == 120)
      for step in [7, 1000] { #expect(try contents(filled(step: step)) == expected) }
    }

    @Test func uniqueValuesCanBeExchanged() throws {
      let context = try make()
      let address = Address(street: "a", city: "b")
      let (a, b) = (
        Company(name: "A", code: 1, address: address), Company(name: "B", code: 2, address: address)
      )
      context.insert(a)
      context.insert(b)
      try context.save()
      (a.name, b.name) = ("B", "A")
      try context.save()
      #expect(try contents(context).map { $0.prefix(1) } == ["A", "B"])
      #expect(a.name == "B" && b.name == "A")
    }

    @Test func aTakenKeyUpdatesInABatch() throws {
      let context = try make()
      let address = Address(street: "a", city: "b")
      for round in 0..<2 {
        for code in 0..<10 {
          let company = Company(name: "C\(code)", code: code, address: address)
          company.country = "N\(round)"
          context.insert(company)
        }
        context.insert(Company(name: "new \(round)", code: 100 + round, address: address))
        try context.save()
      }
      let companies = try context.fetch(FetchDescriptor<Company>())
      #expect(companies.count == 12 && companies.filter { $0.country == "N1" }.count == 10)
    }

    @Test func thousandsOfObjects() throws {
      let container = try ModelContainer(
        for: Trip.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
      let clock = ContinuousClock()
      let insertion = try clock.measure {
        let context = ModelContext(container)
        for number in 0..<10_000 { context.insert(Trip(name: "T\(number)", days: number % 30)) }
        try context.save()
      }
      let context = ModelContext(container)
      var sum = 0
      let fetching = try clock.measure {
        sum = try context.fetch(FetchDescriptor<Trip>()).reduce(0) { $0 + $1.days }
      }
      #expect(sum == (0..<10_000).reduce(0) { $0 + $1 % 30 })
      let changing = try clock.measure {
        for trip in try context.fetch(FetchDescriptor<Trip>()) { trip.days += 1 }
        try context.save()
      }
      #expect(
        try context.fetchCount(FetchDescriptor<Trip>(predicate: #Predicate { $0.days == 30 }))
          == 333
      )
      print("10,000 objects: inserted in \(insertion), read in \(fetching), changed in \(changing)")
    }
  }
#endif
