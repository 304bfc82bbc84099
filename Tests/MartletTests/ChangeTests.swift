import Foundation
import Martlet
import Testing

@Suite struct ChangeTests {
  @Test func changesStayPendingUntilSaved() throws {
    let context = try makeContext()
    let other = ModelContext(context.container)
    try context.insert("Budget", ["name": "Trip", "limit": 1])
    #expect(context.hasChanges)
    #expect(try context.fetchCount("Budget") == 1)
    #expect(try other.fetchCount("Budget") == 0)
    #expect(try context.save() == 1)
    #expect(!context.hasChanges)
    #expect(try other.fetchCount("Budget") == 1)
    try context.update("Budget", set: ["limit": 7])
    #expect(try context.rollback() == 1)
    #expect(try context.fetch("Budget").map { $0["limit"] } == [1.0])
  }

  @Test func statementsUpdateUpsertAndDelete() throws {
    let context = try makeContext()
    let id = try context.insert("Budget", ["name": "Trip", "limit": 100, "owner": "Zoë"])
    #expect(
      try context.execute("update Budget where owner == \("Zoë") set limit = limit * \(1.5)").total
        == 1
    )
    #expect(try context.record(id)?["limit"] == 150.0)
    try context.update("Budget", where: "limit > 100", set: "limit -= 50")
    #expect(try context.upsert("Budget", ["name": "Trip", "limit": 7]) == id)
    try context.update(
      id,
      set: ["owner": nil, "expenses": [["name": "New", "amount": 2]], "place": ["city": "Rome"]]
    )
    let record = try #require(try context.record(id))
    #expect(record["owner"] == nil)
    #expect(record["spent"] == 2.0)
    #expect(record["place"] == ["street": nil, "city": "Rome"])
    let gone = try context.delete(id)
    #expect(gone.cascaded.map(\.count) == [1])
    #expect(try context.fetchCount("Expense") == 0)
  }

  @Test func aStructReplacesARecord() throws {
    let context = try makeContext()
    let id = try context.insert(
      "Budget",
      ["name": "Trip", "limit": 1, "owner": "Zoë", "place": ["city": "Oslo"]]
    )
    try context.update(
      id,
      to: Budget(
        name: "Tour",
        limit: 2,
        created: Date(timeIntervalSince1970: 0),
        tags: [],
        category: .food,
        expenses: []
      )
    )
    let budget = try #require(try context.record(id, as: Budget.self))
    #expect(
      budget
        == Budget(
          id: id,
          name: "Tour",
          limit: 2,
          created: Date(timeIntervalSince1970: 0),
          tags: [],
          category: .food,
          expenses: [],
          spent: 0
        )
    )
  }

  @Test func undoRedoAndTransactions() throws {
    let context = try makeContext()
    context.autosaveEnabled = true
    context.author = "Zoë"
    try context.insert("Budget", ["name": "A", "limit": 1])
    try context.undo()
    #expect(try context.fetchCount("Budget") == 0)
    try context.redo()
    #expect(try context.fetchCount("Budget") == 1)
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try context.transaction {
        try context.insert("Budget", ["name": "B", "limit": 1])
        throw Stop()
      }
    }
    #expect(try context.fetchCount("Budget") == 1)
    #expect(try context.history().map(\.author) == ["Zoë", "Zoë", "Zoë"])
  }

  @Test func changesTooLargeToUndoAreReportedFirst() throws {
    let context = try makeContext()
    context.autosaveEnabled = true
    try context.insert("Budget", ["name": "A", "limit": 1])
    context.undoCapacity = 2
    var countBefore: Int?
    context.willBecomeIrrevocable = { countBefore = try? context.fetchCount("Budget") }
    try context.insert("Budget", ["name": "B", "limit": 1])
    #expect(countBefore == 1)
    #expect(try context.fetchCount("Budget") == 2)
    #expect(throws: TransactionError.nothingToUndo(.tooLarge)) { try context.undo() }
  }
}
