import Foundation
import Martlet
import TestSupport
import Testing

/// Files, generated records and copies, and what a fetch reads.
@Suite struct TransferTests {
  private let folder: TemporaryFolder
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    context = try makeContext()
    context.autosaveEnabled = true
  }

  @Test func filesAreImportedAndExported() throws {
    let file = try folder.write("name,limit\nTrip,500\nRent,1200\n", to: "budgets.csv")
    let message = try context.importRecords(from: file, into: "Budget")
    #expect(message.hasPrefix("2 "), "\(message)")
    let result = folder.file("large \"one\".csv")
    let least = 600
    #expect(
      try context.export("Budget where limit > \(least) select name, limit", to: result)
        == "1 row exported"
    )
    #expect(try folder.text("large \"one\".csv") == "name,limit\nRent,1200.0\n")
    try folder.write("name,limit\nTrip,501\nFood,9\n", to: "budgets.csv")
    #expect(throws: QueryError.self) { try context.importRecords(from: file, into: "Budget") }
    try context.importRecords(from: file, into: "Budget", updatesExisting: true)
    #expect(try context.fetchCount("Budget where limit in [501, 1200, 9]") == 3)
    try folder.write("a,b\n1,x\n", to: "new.csv")
    try context.importRecords(from: folder.file("new.csv"))
    #expect(try context.fetch("new")[0]["a"].as(Int.self) == 1)
  }

  @Test func errorsNameThePlace() throws {
    let file = try folder.write("name,limit\nTrip,x\n", to: "budgets.csv")
    let error = #expect(throws: QueryError.self) {
      try context.importRecords(from: file, into: "Budget")
    }
    #expect(error.map { "\($0)".contains("budgets.csv") } ?? false)
    #expect(throws: QueryError.self) { try context.importRecords(from: "/no/such.csv") }
    #expect(throws: QueryError.self) { try context.export("Nothing", to: folder.file("x.csv")) }
    #expect(throws: QueryError.self) { try context.generate(3, "Nothing") }
  }

  @Test func recordsAreGenerated() throws {
    try context.generate(5, "Budget", seed: 7)
    let names = try context.fetch("Budget sort name").map { $0["name"] }
    let other = try makeContext()
    try other.generate(5, "Budget", seed: 7)
    #expect(try other.fetch("Budget sort name").map { $0["name"] } == names)
    #expect(names.count == 5)
  }

  @Test func modelsAreCopied() throws {
    try context.insert(
      "Budget",
      ["name": "Trip", "limit": 500, "expenses": [["name": "Bus", "amount": 9]]]
    )
    let copy = ModelContext(ModelContainer())
    let message = try copy.copy(from: context)
    #expect(message.contains("copied"))
    #expect(try copy.fetchCount("Expense where budget.name == 'Trip'") == 1)
    let different = ModelContext(try ModelContainer(models: "model Budget { name: Int }"))
    #expect(throws: QueryError.self) { try different.copy(from: context) }
  }

  @Test func oneSwitchForMemory() throws {
    let models = "model Note { text: String unique }"
    for isTest in [true, false] {
      for _ in 1...2 {
        let container = try ModelContainer(
          models: models,
          file: folder.file("notes.store"),
          isStoredInMemoryOnly: isTest
        )
        let context = ModelContext(container)
        let count = try context.fetchCount("Note")
        try context.insert("Note", ["text": Value("note \(count)")])
        try context.save()
      }
      #expect(FileManager.default.fileExists(atPath: folder.file("notes.store")) == !isTest)
    }
    let reopened = ModelContext(try ModelContainer(file: folder.file("notes.store")))
    #expect(try reopened.fetchCount("Note") == 2)
  }

  @Test func savedQueriesInDescriptors() throws {
    try context.container.declare(
      "let Budget.above(least: Double) = fetch Budget where limit > $least"
    )
    for limit in [100, 600, 700] {
      try context.insert("Budget", ["name": Value("b\(limit)"), "limit": Value(limit)])
    }
    struct Budget: Codable { var name: String }
    let least = 500
    var descriptor = FetchDescriptor<Budget>(
      saved: "Budget.above(least: \(least))",
      predicate: "name != 'b600'"
    )
    #expect(try context.fetch(descriptor).map(\.name) == ["b700"])
    #expect(try context.fetchCount(descriptor) == 1)
    descriptor.predicate = nil
    descriptor.fetchLimit = 1
    descriptor.sortBy = "limit desc"
    #expect(try context.fetch(descriptor).map(\.name) == ["b700"])
  }
}

/// A fetch reads only what a struct needs.
@Suite struct NarrowFetchTests {
  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      models: """
        model Item { name: String, price: Double, parts: [Part] inverse item
          cost = sum(parts.price), isFree = price == 0, failing = 9223372036854775807 + length(name) }
        model Part { price: Double, item: Item?, name: String = "part" }
        """
    )
    context = ModelContext(container)
    for number in 0..<10 {
      try context.insert(
        "Item",
        ["name": Value("a"), "price": Value(number), "parts": [["price": Value(number)]]]
      )
    }
  }

  /// `failing` cannot be computed for any record.
  @Test func otherPropertiesAreNotComputed() throws {
    struct Item: Decodable {
      var name: String
      var cost: Double
    }
    #expect(try context.fetch(FetchDescriptor<Item>()).map(\.cost) == (0..<10).map(Double.init))
    var count = 0
    try context.enumerate(FetchDescriptor<Item>(), batchSize: 3) { _ in count += 1 }
    #expect(count == 10)
  }

  @Test func laterKeysAreReadWhenNeeded() throws {
    struct Item: Decodable {
      var price: Double
      var cost: Double?
      enum CodingKeys: CodingKey { case price, cost }
      init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        price = try fields.decode(Double.self, forKey: .price)
        cost = price > 7 ? try fields.decode(Double.self, forKey: .cost) : nil
      }
    }
    let container = try ModelContainer(
      models: "model Item { price: Double, cost = price * 2 }"
    )
    let context = ModelContext(container)
    for number in 0..<10 { try context.insert("Item", ["price": Value(number)]) }
    #expect(try context.fetch(FetchDescriptor<Item>()).compactMap(\.cost) == [16, 18])
  }

  @Test func propertiesToFetch() throws {
    var descriptor = FetchDescriptor<RecordSnapshot>("Item", sortBy: "price desc")
    descriptor.propertiesToFetch = ["name", "cost"]
    descriptor.fetchLimit = 1
    let record = try #require(try context.fetch(descriptor).first)
    #expect(record.values.map(\.name) == ["name", "cost"] && record["cost"].as(Double.self) == 9)
  }

  @Test func relationshipsArePrefetched() throws {
    struct Part: Decodable { var price: Double }
    struct Item: Decodable {
      var name: String
      var parts: [Part]
    }
    var descriptor = FetchDescriptor<Item>(sortBy: "price")
    descriptor.relationshipKeyPathsForPrefetching = ["parts"]
    #expect(try context.fetch(descriptor).flatMap(\.parts).count == 10)
    descriptor.propertiesToFetch = ["name"]
    #expect(
      try context.fetch(descriptor).flatMap(\.parts).map(\.price) == (0..<10).map(Double.init)
    )
  }
}
