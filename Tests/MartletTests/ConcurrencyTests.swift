import Martlet
import TestSupport
import Testing

/// Many tasks on one container: no change is lost or partly visible.
@Suite struct ConcurrencyTests {
  static let models = """
    model Account { name: String unique, balance: Int, check balance >= 0 }
    model Entry { task: Int, number: Int, unique (task, number) }
    """

  static func container(_ accounts: [String: Int]) throws -> ModelContainer {
    let container = try ModelContainer(models: models)
    let context = ModelContext(container)
    for (name, balance) in accounts {
      try context.insert("Account", ["name": .string(name), "balance": Value(balance)])
    }
    try context.save()
    return container
  }

  @Test func statementsThatAreSavedAtOnceAddUp() async throws {
    let container = try Self.container(["a": 0])
    try await eachOf(8) { task in
      let context = ModelContext(container, autosaveEnabled: true)
      for number in 0..<40 {
        try context.update("Account", set: "balance += 1")
        try context.insert("Entry", ["task": Value(task), "number": Value(number)])
      }
    }
    let context = ModelContext(container)
    #expect(try context.fetch("Account").map { $0["balance"] } == [320])
    #expect(try context.fetchCount("Entry") == 320)
    #expect(try context.history().count == 1 + 640)
    #expect(try context.check().groups == [])
  }

  /// Numbers, versions and changes of one file go by one another, and nobody waits for himself.
  @Test func tasksOnOneFileAddUp() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("accounts.store")
    let container = try ModelContainer(file: path)
    try container.declare(Self.models)
    try ModelContext(container, autosaveEnabled: true)
      .insert("Account", ["name": "a", "balance": 0])
    // A deadlock would end with the error that the file is busy.
    try await eachOf(4) { task in
      let context = ModelContext(container)
      for number in 0..<10 {
        try context.insert("Entry", ["task": Value(task), "number": Value(number)])
        while true {
          try context.update("Account", set: "balance += 1")
          do {
            try context.save()
            break
          } catch let failure as ChangeFailure where failure.isConflict {
            try context.rollback()
            try context.insert("Entry", ["task": Value(task), "number": Value(number)])
          }
        }
      }
    }
    let context = ModelContext(container)
    #expect(try context.fetch("Account").map { $0["balance"] } == [40])
    #expect(try context.fetchCount("Entry") == 40)
    #expect(try context.check().groups == [])
  }

  @Test func transactionsOfReadingAndWritingAddUp() async throws {
    let container = try Self.container(["a": 0])
    try await eachOf(4) { task in
      let context = ModelContext(container)
      context.author = "task \(task)"
      for number in 0..<25 {
        try context.transaction {
          let account = try #require(try context.fetch("Account").first)
          let balance = try #require(account["balance"].as(Int.self))
          try context.update(account.id, set: ["balance": Value(balance + 1)])
          try context.insert("Entry", ["task": Value(task), "number": Value(number)])
        }
      }
    }
    let context = ModelContext(container)
    #expect(try context.fetch("Account").map { $0["balance"] } == [100])
    #expect(try context.fetchCount("Entry") == 100)
    #expect(Set(try context.history().compactMap(\.author)).count == 4)
    #expect(try context.check().groups == [])
  }

  /// Each pending set of changes is saved whole, or refused whole and made again.
  @Test func readersSeeCompleteSaves() async throws {
    let container = try Self.container(["a": 500, "b": 500, "c": 500])
    try await eachOf(6) { task in
      let context = ModelContext(container)
      var random = SystemRandomNumberGenerator()
      for _ in 0..<25 {
        if task < 2 {
          let balances = try context.fetch("Account").map { $0["balance"].as(Int.self) ?? 0 }
          #expect(balances.reduce(0, +) == 1500)
          continue
        }
        let names = ["a", "b", "c"].shuffled(using: &random)
        while true {
          try context.update("Account", where: "name == \(names[0])", set: "balance -= 1")
          try context.update("Account", where: "name == \(names[1])", set: "balance += 1")
          do {
            try context.save()
            break
          } catch let failure as ChangeFailure where failure.isConflict {
            try context.rollback()
          }
        }
      }
    }
    #expect(try ModelContext(container).check().groups == [])
  }

  @Test func onlyOneGetsAUniqueKey() async throws {
    let container = try Self.container([:])
    let taken = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          let context = ModelContext(container)
          var taken = 0
          for number in 0..<20 {
            do {
              try context.insert("Account", ["name": "n\(number)", "balance": Value(task)])
              taken += try context.save()
            } catch is ChangeFailure {
              try context.rollback()
            }
          }
          return taken
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(taken == 20)
    #expect(try ModelContext(container).fetchCount("Account") == 20)
  }

  /// Runs `body` in several tasks at once.
  private func eachOf(
    _ count: Int,
    _ body: @escaping @Sendable (Int) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<count { group.addTask { try body(task) } }
      try await group.waitForAll()
    }
  }
}
