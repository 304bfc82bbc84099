import Foundation
import Martlet
import Testing

/// The guarantees of a context, in SwiftData's terms.
@Suite struct ContextTests {
  @Test func everyKindOfFetchSeesPendingChanges() throws {
    let context = try makeContext()
    try context.insert(contentsOf: (1...4).map { Expense(name: "e\($0)", amount: Double($0)) })
    try context.save()
    let budget = try context.insert("Budget", ["name": "Trip", "limit": 5])
    try context.update("Expense", where: "amount < 3", set: ["budget": .record(budget)])
    try context.delete(model: Expense.self, where: "name == 'e4'")
    #expect(context.hasChanges)
    let descriptor = FetchDescriptor<Expense>(
      predicate: "budget.limit == 5",
      sortBy: "amount desc"
    )
    #expect(try context.fetch(descriptor).map(\.name) == ["e2", "e1"])
    #expect(try context.fetchCount(descriptor) == 2)
    #expect(
      try context.fetchIdentifiers(descriptor).map(\.description) == ["Expense#2", "Expense#1"]
    )
    var names: [String] = []
    try context.enumerate(descriptor, batchSize: 1) { names.append($0.name) }
    #expect(names == ["e2", "e1"])
    #expect(try context.fetchCount("Expense") == 3)
    #expect(try context.record(budget)?["spent"] == 3.0)
    #expect(
      try context.pendingChanges().map(\.action.rawValue).sorted()
        == ["deleted", "inserted", "updated", "updated"]
    )
    #expect(try context.save() == 4)
    #expect(try context.pendingChanges() == [])
  }

  @Test func autosaveSavesEachStatement() throws {
    let container = try ModelContainer(models: budgetModels)
    let context = ModelContext(container, autosaveEnabled: true)
    try context.insert("Budget", ["name": "A", "limit": 1])
    #expect(!context.hasChanges)
    #expect(try ModelContext(container).fetchCount("Budget") == 1)
    try context.begin()
    #expect(context.isInTransaction)
    try context.insert("Budget", ["name": "B", "limit": 1])
    #expect(try ModelContext(container).fetchCount("Budget") == 1)
    try context.save()
    #expect(!context.isInTransaction)
    #expect(try ModelContext(container).fetchCount("Budget") == 2)
    context.autosaveEnabled = false
    try context.insert("Budget", ["name": "C", "limit": 1])
    context.autosaveEnabled = true
    try context.insert("Budget", ["name": "D", "limit": 1])
    #expect(try ModelContext(container).fetchCount("Budget") == 2)
    #expect(try context.save() == 2)
  }

  @Test func failedTransactionKeepsEarlierPendingChanges() throws {
    struct Stop: Error {}
    let context = try makeContext()
    try context.insert("Budget", ["name": "A", "limit": 1])
    #expect(throws: Stop.self) {
      try context.transaction {
        try context.insert("Budget", ["name": "B", "limit": 1])
        try context.update("Budget", set: ["limit": 9])
        try context.undo()
        try context.undo()
        throw Stop()
      }
    }
    #expect(context.hasChanges)
    #expect(!context.isInTransaction)
    #expect(try context.fetch("Budget").map { $0["limit"] } == [1.0])
    #expect(throws: TransactionError.alreadyBegun) {
      try context.transaction { try context.transaction {} }
    }
    try context.transaction { _ = try context.insert("Budget", ["name": "B", "limit": 1]) }
    #expect(!context.hasChanges)
    #expect(try ModelContext(context.container).fetchCount("Budget") == 2)
    try context.undo()
    try context.undo()
    #expect(try context.fetchCount("Budget") == 0)
  }

  @Test func undoReachesBeyondASave() throws {
    let context = try makeContext()
    let id = try context.insert("Budget", ["name": "A", "limit": 1])
    try context.save()
    try context.update(id, set: ["limit": 2])
    #expect(try context.undo().updated == [.init(kind: "Budget", count: 1)])
    #expect(try context.record(id)?["limit"] == 1.0)
    #expect(try context.undo().deleted == [.init(kind: "Budget", count: 1)])
    #expect(try context.record(id) == nil)
    #expect(try context.redo().inserted == [.init(kind: "Budget", count: 1)])
    try context.redo()
    #expect(try context.record(id)?["limit"] == 2.0)
    try context.save()
    #expect(try ModelContext(context.container).record(id)?["limit"] == 2.0)
    #expect(throws: TransactionError.nothingToRedo) { try context.redo() }
  }

  @Test func undoRejectsRecordsChangedByOthers() throws {
    let context = try makeContext()
    let other = ModelContext(context.container, autosaveEnabled: true)
    context.autosaveEnabled = true
    let id = try context.insert("Budget", ["name": "A", "limit": 1])
    try other.update(id, set: ["limit": 7])
    do {
      try context.undo()
      Issue.record("the other's value is gone")
    } catch {
      #expect("\(error)" == "error: Budget#1.limit was 1.0 after the change, but is 7.0 now")
    }
    #expect(try context.record(id)?["limit"] == 7.0)
  }

  @Test func aReversibleSaveIsUndoneUnlessTheStoreHasChanged() throws {
    let context = try makeContext()
    let other = ModelContext(context.container, autosaveEnabled: true)
    let id = try context.insert("Budget", ["name": "A", "limit": 1])
    let second = try context.insert("Budget", ["name": "B", "limit": 1])
    try context.save()
    // The other's change before the save stays.
    try context.update(id, set: ["limit": 2])
    try other.update(second, set: ["owner": "Zoë"])
    try context.saveReversibly()()
    #expect(try other.record(id)?["limit"] == 1.0)
    #expect(try other.record(second)?["owner"] == "Zoë")
    // A change after it prevents the undo.
    try context.update(id, set: ["limit": 3])
    let undo = try context.saveReversibly()
    try other.update(id, set: ["limit": 7])
    #expect(throws: (any Error).self) { try undo() }
    #expect(try context.record(id)?["limit"] == 7.0)
  }

  @Test func recordIsRelatedToItself() throws {
    let context = ModelContext(
      try ModelContainer(models: "model Team { name: String, rivals: [Team] inverse rivals }")
    )
    let ids = try context.insert("Team", [["name": "A"], ["name": "B"]])
    try context.update(ids[0], set: ["rivals": .list(ids.map(Value.record))])
    try context.save()
    let other = ModelContext(context.container)
    #expect(try other.record(ids[0])?["rivals"] == .list(ids.map(Value.record)))
    #expect(try other.record(ids[1])?["rivals"] == .list([.record(ids[0])]))
    #expect(try other.check().groups == [])
  }

  @Test func authorIsReported() throws {
    let context = try makeContext()
    context.author = "Zoë"
    let id = try context.insert("Budget", ["name": "A", "limit": 1])
    context.author = nil
    try context.update(id, set: "limit += 1")
    try context.save()
    let events = try context.history(of: [id])
    #expect(events.map(\.author) == ["Zoë", nil])
    #expect(events.map(\.title).last?.contains("limit += 1") == true)
    #expect(events.last?.records.first?.values.first?.new == 2.0)
    #expect(try context.history(since: Timestamp(.distantFuture)) == [])
  }

  @Test func aPreviewChangesNothing() throws {
    let context = try makeContext()
    let id = try context.insert(
      "Budget",
      ["name": "A", "limit": 1, "expenses": [["name": "e", "amount": 1]]]
    )
    let preview = try context.preview("delete Budget where name == \("A")")
    #expect(preview.summary.deleted.map(\.count) == [1])
    #expect(preview.summary.cascaded.map(\.kind) == ["Expense"])
    #expect(try context.record(id) != nil)
    #expect(
      try context.preview("update all Budget set limit = \(-1)").problems.map(\.kind) == ["broken"]
    )
  }

  @Test func modelsCanBeExtendedWhileContextsAreOpen() throws {
    let context = try makeContext()
    let id = try context.insert("Budget", ["name": "A", "limit": 1])
    try context.save()
    #expect(try context.container.declare("extend Budget { note: String = 'x' }").count == 1)
    #expect(try context.record(id)?["note"] == "x")
    try context.update(id, set: ["note": "y"])
    try context.save()
    #expect(try ModelContext(context.container).record(id)?["note"] == "y")
  }
}

extension ChangeProblem {
  fileprivate var kind: String {
    if case .broken = self { "broken" } else { "other" }
  }
}
