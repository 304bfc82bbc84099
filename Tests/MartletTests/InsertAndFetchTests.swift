import Foundation
import Martlet
import Testing

@Suite struct InsertAndFetchTests {
  @Test func dictionariesBecomeRecords() throws {
    let context = try makeContext()
    let limit = 900
    let id = try context.insert(
      "Budget",
      [
        "name": "Trip", "limit": Value(limit), "owner": nil, "price": 12.5, "category": "travel",
        "created": "2026-01-05", "tags": ["sea", "sun"], "place": ["city": "Oslo"],
        "expenses": [["name": "Airfare", "amount": 320.5], ["name": "Hotel", "amount": 80]],
      ]
    )
    #expect(id == RecordID(entity: "Budget", key: .number(1)))
    let record = try #require(try context.record(id))
    #expect(record["limit"] == 900.0)
    #expect(record["price"] == Value(Decimal(string: "12.5")))
    #expect(record["created"] == Value(Timestamp(microseconds: 1_767_571_200_000_000)))
    #expect(record["place"] == ["street": nil, "city": "Oslo"])
    #expect(record["spent"] == 400.5)
    #expect(
      record["expenses"]
        == .list([
          .record(.init(entity: "Expense", key: .number(1))),
          .record(.init(entity: "Expense", key: .number(2))),
        ])
    )
    #expect(
      try context.fetch("Expense where budget.name == \("Trip") sort amount").map { $0["name"] }
        == ["Hotel", "Airfare"]
    )
  }

  @Test func structsRoundTrip() throws {
    let context = try makeContext()
    var trip = Budget(name: "Trip", limit: 900, owner: "Zoë", price: Decimal(string: "0.1"))
    trip.place = Place(street: nil, city: "Oslo")
    trip.category = .travel
    trip.created = Date(timeIntervalSince1970: 1_767_571_200.25)
    trip.tags = ["sea"]
    trip.expenses = [Expense(name: "B", amount: 2), Expense(name: "A", amount: 1)]
    trip.spent = 77
    let id = try context.insert(trip)
    trip.id = id
    trip.spent = 3
    #expect(try context.fetch(FetchDescriptor<Budget>()) == [trip])
    #expect(try context.record(id, as: Budget.self) == trip)
  }

  @Test func valuesAreBoundNotWrittenIntoSQL() throws {
    let context = try makeContext()
    let names = [
      "x\" or true or \"", "$value1", "\\(1)", "'; delete all Budget //", "a\nb", "é\u{301}",
    ]
    for name in names { try context.insert("Budget", ["name": Value(name), "limit": 1]) }
    for name in names {
      #expect(
        try context.fetch("Budget where name == \(name)").map { $0["name"] } == [.string(name)]
      )
    }
    #expect(try context.fetchCount("Budget where name in \(names)") == names.count)
    #expect(
      try context.fetchCount(QueryText("Budget where name == $who", parameters: ["who": "a\nb"]))
        == 1
    )
  }

  @Test func descriptorsSortAndLimit() throws {
    let context = try makeContext()
    for (name, limit) in [("a", 3), ("b", 1), ("c", 2), ("d", 5)] {
      try context.insert("Budget", ["name": .string(name), "limit": Value(limit)])
    }
    var descriptor = FetchDescriptor<Budget>(
      predicate: "limit < \(5) // not d",
      sortBy: "limit desc"
    )
    #expect(try context.fetch(descriptor).map(\.name) == ["a", "c", "b"])
    #expect(try context.fetchCount(descriptor) == 3)
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.name) == ["c"])
    #expect(try context.fetchIdentifiers(descriptor).map(\.description) == ["Budget#3"])
    struct Row: Decodable, Equatable { var owner: String?, n: Int, most: Double }
    let rows = try context.fetch(
      "Budget group by owner select owner, count() as n, max(limit) as most",
      as: Row.self
    )
    #expect(rows == [Row(owner: nil, n: 4, most: 5)])
  }

  @Test func recordsAreDeliveredInBatches() throws {
    let context = try makeContext()
    try context.insert(contentsOf: (1...25).map { Expense(name: "e\($0)", amount: Double($0)) })
    var names: [String] = []
    try context.enumerate(FetchDescriptor<Expense>(sortBy: "amount desc"), batchSize: 10) {
      expense in
      names.append(expense.name)
      try context.delete(model: Expense.self, where: "name == \(expense.name)")
    }
    #expect(names == (1...25).reversed().map { "e\($0)" })
    #expect(try context.fetchCount("Expense") == 0)
  }

  @Test func submodelRecordsHaveTheirModel() throws {
    let context = try makeContext()
    let car = try context.insert("Car", ["plate": "B", "doors": 3])
    try context.insert("Vehicle", ["plate": "A"])
    let all = try context.fetch("Vehicle sort plate")
    #expect(all.map(\.entity) == ["Vehicle", "Car"])
    #expect(all[1].values == [ObjectField("plate", "B"), ObjectField("doors", 3)])
    try context.update(car, set: ["doors": 5])
    #expect(try context.record(car)?["doors"] == 5)
    struct Vehicle: Codable { var plate: String }
    var descriptor = FetchDescriptor<Vehicle>()
    descriptor.includesSubmodels = false
    #expect(try context.fetch(descriptor).map(\.plate) == ["A"])
  }
}
