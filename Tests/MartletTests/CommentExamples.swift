import Foundation
import Martlet
import TestSupport
import Testing

/// The examples in the library's doc comments and in its documentation catalogue, in one test each.
/// `CommentTests` checks that the examples are here, line by line.
@Suite struct CommentExamples {
  private struct Budget: Codable, Identifiable {
    var id: RecordID?
    var name: String
    var limit: Double
    var expenses: [Expense] = []
    var spent: Double?
  }

  private func sample() throws -> (ModelContext, RecordID) {
    let context = try makeContext()
    let id = try context.insert(
      "Budget",
      ["name": "Trip", "limit": 500, "expenses": [["name": "Flight", "amount": 641]]]
    )
    try context.insert("Budget", ["name": "Rent", "limit": 1200])
    try context.save()
    return (context, id)
  }

  @Test func landingPage() throws {
    let container = try ModelContainer(models: "model Note { text: String, done: Bool = false }")
    let context = ModelContext(container)
    try context.insert("Note", ["text": "Buy tea"])
    try context.save()
    for note in try context.fetch("Note where not done sort text") {
      print(note["text"].as(String.self) ?? "")
    }
    try container.declare(
      """
      enum Priority { low, high }
      model Task { title: String, priority: Priority = .low }
      """
    )
    #expect(container.store.schema.entity("Task") != nil)
  }

  @Test func files() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("examples-\(UUID()).store").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    do {
      let container = try ModelContainer(file: path)
      try container.declare("model Note { text: String unique, done: Bool = false }")
    }
    var options = FileOptions()
    options.isReadOnly = true
    options.busyTimeout = 30
    let container = try ModelContainer(file: path, options: options)
    #expect(container.store.schema.entity("Note") != nil)
  }

  @Test func transfers() throws {
    let (context, _) = try sample()
    let folder = try TemporaryFolder()
    let (path, isTest, least) = (folder.file("notes.csv"), true, 1000.0)
    do {
      let models = "model Note { text: String unique, done: Bool = false }"
      let container = try ModelContainer(models: models, file: path, isStoredInMemoryOnly: isTest)
      #expect(try ModelContext(container).fetchCount("Note") == 0)
    }
    print(try context.export("Budget where limit > \(least) select name, limit", to: path))
    try context.delete(model: "Budget")
    print(try context.importRecords(from: path, into: "Budget"))
    #expect(try context.fetchCount("Budget") == 1)
    print(try context.generate(3, "Budget", seed: 1))
    let container = context.container
    try context.save()
    try container.declare("let Budget.above(least: Double) = fetch Budget where limit > $least")
    let budgets = try context.fetch(FetchDescriptor<Budget>(saved: "Budget.above(least: \(500))"))
    #expect(!budgets.isEmpty)
    let copy = ModelContext(ModelContainer())
    print(try copy.copy(["Budget"], from: context))
    #expect(try copy.fetchCount("Budget") == 4)
  }

  @Test func fetches() throws {
    let (context, id) = try sample()
    let amount = 100.0
    do {
      var descriptor = FetchDescriptor<Expense>(predicate: "amount > 4", sortBy: "amount desc")
      descriptor.fetchLimit = 2
      let expenses = try context.fetch(descriptor)
      #expect(expenses.map(\.name) == ["Flight"])
    }
    let overspent = FetchDescriptor<Budget>(predicate: "spent > limit", sortBy: "name")
    for budget in try context.fetch(overspent) { print(budget.name) }
    for record in try context.fetch("Budget where spent > \(amount) sort name") {
      print(record.id, record["name"].as(String.self) ?? "")
    }
    for record in try context.fetch("Budget where name == 'Trip'") {
      let limit = record["limit"].as(Double.self)
      #expect(limit == 500)
    }
    struct BudgetTotal: Decodable {
      var budget: String
      var sum: Double
    }
    let totals = try context.fetch(
      "Expense group by budget.name select budget.name as budget, sum(amount) as sum",
      as: BudgetTotal.self
    )
    #expect(totals.map(\.sum) == [641])
    let count = try context.fetchCount("Budget where spent > limit")
    #expect(count == 1)
    var letters = 0
    try context.enumerate(FetchDescriptor<Expense>(), batchSize: 1000) {
      letters += $0.name.count
    }
    #expect(letters == 6)
    let budget = try context.record(id, as: Budget.self)
    #expect(budget?.name == "Trip")
    do {
      _ = try context.fetch("Budget where nme == 'Rent'")
    } catch let error as QueryError {
      print(error)
    }
  }

  @Test func changes() throws {
    let (context, id) = try sample()
    let owner = "Zoë"
    let limit = 5.0
    try context.execute("update Budget where owner == \(owner) set limit += 50")
    try context.update("Budget", where: "limit > 1000", set: ["owner": "Zoë", "price": nil])
    try context.update("Budget", where: "limit > 1000", set: "limit = limit * 1.1")
    try context.update(id, set: "limit += 50, expenses += [{ name: 'Bus', amount: 9 }]")
    let preview = try context.preview("delete Budget where name == 'Trip'")
    for change in preview.records { print(change.record) }
    try context.upsert("Budget", ["name": "Trip", "limit": 600])
    do {
      let id = try context.insert(
        "Budget",
        ["name": "Food", "limit": Value(limit), "expenses": [["name": "Tea", "amount": 4.5]]]
      )
      #expect(try context.record(id)?["spent"] == 4.5)
    }
    try context.update("Budget", where: "limit > 1000", set: "limit = limit * 1.1")
    try context.delete(model: "Budget", where: "spent == 0")
    let report = try context.check()
    print(report.isSound ? "\(report.recordCount) records are valid" : "\(report.total) problems")
    #expect(report.isSound)
    try context.transaction {
      let limit = try context.record(id)?["limit"].as(Double.self) ?? 0
      try context.update(id, set: ["limit": Value(limit - 50)])
    }
    let last = try context.record(id)?["limit"]
    #expect(last == 550.0)
    do {
      try context.save()
    } catch let failure as ChangeFailure where failure.isConflict {
      print(failure)
      try context.rollback()
    }
    try context.delete(model: "Budget")
    try context.undo()
    try context.save()
    try context.delete(model: "Budget")
    try context.rollback()
    #expect(try context.fetchCount("Budget") == 2)
  }

  @Test func structs() throws {
    let context = try makeContext()
    let flight = Expense(name: "Flight", amount: 641)
    try context.insert(Budget(name: "Trip", limit: 500, expenses: [flight]))
    try context.insert("Budget", ["name": "Rent", "limit": 1200])
    #expect(try context.fetchCount("Budget") == 2)
  }

  @Test func structsAreWrittenBack() throws {
    let context = try makeContext()
    try context.insert(Budget(name: "Trip", limit: 900))
    do {
      var trip = try context.fetch("Budget where name == 'Trip'", as: Budget.self)[0]
      trip.limit = 1500
      try context.insert(trip)
    }
    #expect(try context.fetchCount("Budget where limit == 1500") == 1)
  }

  @Test func texts() throws {
    let owner = "Zoë"
    do {
      let condition: QueryText = "spent > limit and owner == \(owner)"
      #expect(try sample().0.fetchCount(FetchDescriptor<Budget>(predicate: condition)) == 0)
    }
    let condition = QueryText("limit > $minimum", parameters: ["minimum": 1000])
    #expect(try sample().0.fetchCount(FetchDescriptor<Budget>(predicate: condition)) == 1)
    struct Money: ValueConvertible {
      var cents: Int
      var martletValue: Value { .decimal(Decimal(cents) / 100) }
    }
    #expect(try sample().0.fetchCount("Budget where price == \(Money(cents: 5))") == 0)
  }

  @Test func liveQueries() async throws {
    let container = try ModelContainer(models: budgetModels)
    let overspent = LiveQuery<Budget>("Budget where spent > limit sort name", in: container)
    for try await budgets in overspent {
      print(budgets.map(\.name))
      if budgets.isEmpty { break }
    }
  }
}
