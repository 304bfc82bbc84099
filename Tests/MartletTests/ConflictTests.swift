import Martlet
import Testing

/// Conflicts of two contexts of one container are detected when the second one saves.
@Suite struct ConflictTests {
  static let models = """
    model Budget {
      name: String unique
      limit: Double
      owner: String?
      expenses: [Expense] cascade inverse budget ordered
      tags: [Tag] inverse budgets ordered
      spent = sum(expenses.amount)
      check spent <= 1000 else "no budget is that large"
    }
    model Expense { name: String, amount: Double, budget: Budget? }
    model Tag { name: String unique, budgets: [Budget] inverse tags }
    """

  /// Trip with three expenses and the tag `a`, and Rent.
  static func container() throws -> ModelContainer {
    let container = try ModelContainer(models: models)
    let context = ModelContext(container, autosaveEnabled: true)
    let expenses: Value = .list(
      (1...3).map { ["name": .string("e\($0)"), "amount": Value(100 * $0)] }
    )
    try context.insert(
      "Budget",
      ["name": "Trip", "limit": 1, "owner": "Zoë", "expenses": expenses]
    )
    try context.insert("Budget", ["name": "Rent", "limit": 2])
    try context.insert("Tag", ["name": "a"])
    try context.insert("Tag", ["name": "b"])
    try context.insert("Tag", ["name": "c"])
    try context.execute("update Budget where name == 'Trip' set tags = [Tag#1]")
    try context.execute("update Budget where name == 'Rent' set tags = [Tag#1, Tag#2, Tag#3]")
    return container
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What is saved first.
    let theirs: QueryText
    /// What is saved then.
    let mine: QueryText
    /// Why that is refused; nil where both may be.
    let refusal: String?

    init(_ name: String, theirs: QueryText, mine: QueryText, refusal: String?) {
      testDescription = name
      (self.theirs, self.mine, self.refusal) = (theirs, mine, refusal)
    }
  }

  static let cases = [
    Case(
      "both changed one value",
      theirs: "update Budget where name == 'Trip' set limit = 7",
      mine: "update Budget where name == 'Trip' set limit = 5",
      refusal: "Budget#1.limit is 5.0 here, but somebody else changed it from 1.0 to 7.0"
    ),
    Case(
      "both gave one value the same",
      theirs: "update Budget where name == 'Trip' set limit = 7",
      mine: "update Budget where name == 'Trip' set limit = 7",
      refusal: "Budget#1.limit is 7.0 here, but somebody else changed it from 1.0 to 7.0"
    ),
    Case(
      "both changed one record",
      theirs: "update Budget where name == 'Trip' set limit = 7",
      mine: "update Budget where name == 'Trip' set owner = 'Ada'",
      refusal: "somebody else changed Budget#1.limit from 1.0 to 7.0, "
        + "and other values of it are changed here"
    ),
    Case(
      "changed there and deleted here",
      theirs: "update Budget where name == 'Trip' set limit = 7",
      mine: "delete Budget where name == 'Trip'",
      refusal: "Budget#1 is deleted here, but somebody else changed its limit from 1.0 to 7.0"
    ),
    Case(
      "changed here and deleted there",
      theirs: "delete Budget where name == 'Trip'",
      mine: "update Budget where name == 'Trip' set limit = 5, owner = nil",
      refusal: "Budget#1 was deleted by somebody else, "
        + "but it is changed here: `limit` to 5.0, `owner` to nil"
    ),
    Case(
      "linked here and deleted there",
      theirs: "delete Budget where name == 'Trip'",
      mine: "insert Expense { name: 'e4', amount: 1, budget: (Budget where name == 'Trip') }",
      refusal: "Budget#1 was deleted by somebody else, but Expense#4.budget references it here"
    ),
    Case(
      "deleted by both",
      theirs: "delete Expense where name == 'e1'",
      mine: "delete Expense where name == 'e1'",
      refusal: nil
    ),
    Case(
      "both took one unique key",
      theirs: "insert Budget { name: 'New', limit: 1 }",
      mine: "insert Budget { name: 'New', limit: 2 }",
      refusal: #"Budget.name is unique, and "New" is taken by Budget#4"#
    ),
    Case(
      "both renamed to one unique key",
      theirs: "update Budget where name == 'Trip' set name = 'New'",
      mine: "update Budget where name == 'Rent' set name = 'New'",
      refusal: #"Budget.name is unique, and "New" is taken by Budget#1"#
    ),
    Case(
      "both moved one member",
      theirs: "update Expense where name == 'e1' set budget = nil",
      mine: "update Expense where name == 'e1' set budget = (Budget where name == 'Rent')",
      refusal:
        "Expense#1.budget is Budget#2 here, but somebody else changed it from Budget#1 to nil"
    ),
    Case(
      "both put the members in order",
      theirs: "update Budget where name == 'Trip' set expenses = [Expense#2, Expense#1, Expense#3]",
      mine: "update Budget where name == 'Trip' set expenses = [Expense#3, Expense#2, Expense#1]",
      refusal: "Budget#1.expenses is [Expense#3, Expense#2, Expense#1] here, "
        + "but somebody else changed it to [Expense#2, Expense#1, Expense#3]"
    ),
    Case(
      "both put the members of pairs in order",
      theirs: "update Budget where name == 'Rent' set tags = [Tag#2, Tag#1, Tag#3]",
      mine: "update Budget where name == 'Rent' set tags = [Tag#3, Tag#2, Tag#1]",
      refusal: "Budget#2.tags is [Tag#3, Tag#2, Tag#1] here, "
        + "but somebody else changed it to [Tag#2, Tag#1, Tag#3]"
    ),
    Case(
      "one put the members in order and one added some",
      theirs: "update Budget where name == 'Trip' set expenses = [Expense#2, Expense#1, Expense#3]",
      mine: "update Budget where name == 'Trip' set expenses += [{ name: 'e4', amount: 1 }]",
      refusal: nil
    ),
    Case(
      "each added a member",
      theirs: "update Budget where name == 'Trip' set expenses += [{ name: 'e4', amount: 1 }]",
      mine: "update Budget where name == 'Trip' set expenses += [{ name: 'e5', amount: 2 }]",
      refusal: nil
    ),
    Case(
      "together they break a rule",
      theirs: "update Budget where name == 'Trip' set expenses += [{ name: 'e4', amount: 300 }]",
      mine: "update Budget where name == 'Trip' set expenses += [{ name: 'e5', amount: 300 }]",
      refusal: "Budget#1 breaks `check spent <= 1000`: no budget is that large"
    ),
    Case(
      "both linked one pair",
      theirs: "update Budget where name == 'Trip' set tags += (Tag where name == 'b')",
      mine: "update Tag where name == 'b' set budgets += (Budget where name == 'Trip')",
      refusal: nil
    ),
    Case(
      "both took one pair apart",
      theirs: "update Budget where name == 'Trip' set tags = []",
      mine: "update Tag where name == 'a' set budgets = []",
      refusal: nil
    ),
    Case(
      "linked as a pair here and deleted there",
      theirs: "delete Tag where name == 'b'",
      mine: "update Budget where name == 'Trip' set tags += (Tag where name == 'b')",
      refusal: "Tag#2 was deleted by somebody else, but Budget#1.tags references it here"
    ),
    Case(
      "each changed another record",
      theirs: "update Budget where name == 'Trip' set limit = 7",
      mine: "update Budget where name == 'Rent' set limit = 5",
      refusal: nil
    ),
  ]

  @Test(arguments: cases) func nothingIsLostSilently(_ scenario: Case) throws {
    let container = try Self.container()
    let (mine, theirs) = (ModelContext(container), ModelContext(container))
    try mine.execute(scenario.mine)
    let told = try mine.pendingChanges()
    try theirs.execute(scenario.theirs)
    try theirs.save()
    guard let refusal = scenario.refusal else {
      try mine.save()
      #expect(try mine.check().groups == [])
      return
    }
    let before = try everything(theirs)
    do {
      try mine.save()
      Issue.record("nothing was refused")
    } catch let failure as ChangeFailure {
      let first = "\(failure)".split(separator: "\n")[0]
      #expect(first == "error: \(refusal)")
      #expect(failure.isConflict == refusal.contains("somebody else"))
    }
    // The changes stay pending and invisible to others.
    #expect(mine.hasChanges)
    #expect(try mine.pendingChanges().map(\.values) == told.map(\.values))
    #expect(try everything(theirs) == before)
    try mine.rollback()
    #expect(!mine.hasChanges)
    #expect(try everything(mine) == before)
    try mine.execute("update Budget where name == 'Rent' set limit = 9")
    try mine.save()
    #expect(try mine.check().groups == [])
  }

  @Test func recordsOfEveryWriterExist() throws {
    let container = try Self.container()
    let contexts = (0..<3).map { _ in ModelContext(container) }
    for (number, context) in contexts.enumerated() {
      try context.update(
        "Budget",
        where: "name == 'Trip'",
        set: "expenses += [{ name: \("new\(number)"), amount: 1 }], tags += (Tag where name == 'b')"
      )
    }
    for context in contexts { try context.save() }
    let trip = try #require(try contexts[0].fetch("Budget where name == 'Trip'").first)
    #expect(
      try contexts[0].fetch("Expense where budget is not nil sort name").map { $0["name"] }
        == ["e1", "e2", "e3", "new0", "new1", "new2"]
    )
    #expect(trip["tags"].count == 2)
    #expect(trip["expenses"].count == 6)
  }

  @Test func conflictingTransactionChangesNothing() throws {
    let container = try Self.container()
    let (mine, theirs) = (ModelContext(container), ModelContext(container))
    try mine.update("Budget", where: "name == 'Rent'", set: ["limit": 3])
    try theirs.update("Budget", where: "name == 'Rent'", set: ["limit": 4])
    try theirs.save()
    let failure = #expect(throws: ChangeFailure.self) {
      try mine.transaction {
        try mine.update("Budget", where: "name == 'Trip'", set: ["limit": 5])
      }
    }
    #expect(failure?.isConflict == true)
    #expect(!mine.isInTransaction)
    #expect(try mine.fetch("Budget sort @id").map { $0["limit"] } == [1.0, 3.0])
    try mine.rollback()
    try mine.transaction { try mine.update("Budget", where: "name == 'Trip'", set: ["limit": 5]) }
    #expect(try theirs.fetch("Budget sort @id").map { $0["limit"] } == [5.0, 4.0])
  }

  private func everything(_ context: ModelContext) throws -> [RecordSnapshot] {
    try ["Budget", "Expense", "Tag"].flatMap { try context.fetch(QueryText($0)) }
  }
}

extension Value {
  fileprivate var count: Int {
    if case .list(let elements) = self { elements.count } else { 0 }
  }
}
