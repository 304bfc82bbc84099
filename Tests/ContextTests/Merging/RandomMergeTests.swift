import Context
import Features
import Foundation
import Model
import Session
import Storage
import StoreFixtures
import Synchronization
import TestSupport
import Testing

/// Three copies of a store that random statements change apart, merged in random orders.
@Suite struct RandomMergeTests {
  @Test func allCopiesBecomeEqual() throws {
    var (merges, conflicts, statements) = (0, 0, 0)
    for seed in Array(0..<UInt64(fuzzCount(60))) + [90] {
      var trial = try MergeTrial(seed: seed)
      try trial.changeApart()
      var results: [[RecordID: VisibleRecord]] = []
      for order in trial.orders(3) {
        let copies = try trial.open("order \(results.count)")
        for (here, there) in order {
          merges += 1
          conflicts += try copies.merge(here, there)
        }
        try copies.expectEqual("seed \(seed), order \(order)")
        results.append(try copies.told(0))
        // Another merge changes nothing.
        let before = try copies.saveCount(0)
        for there in 1..<3 { _ = try copies.merge(0, there) }
        let again = try copies.saveCount(0) - before
        let last = try copies.lastSave(0)
        try #require(again == 0, "seed \(seed): \(last)")
        try #require(results.last == results.first, "seed \(seed): another order")
        try trial.expectLastWrites(in: copies.told(0))
      }
      statements += trial.statementCount
    }
    print("merges: \(merges) with \(conflicts) conflicts of \(statements) statements")
    #expect(conflicts > 0)
  }

  @Test func copiesThatGoOnChangingBecomeEqual() throws {
    for seed in Array(1000..<1000 + UInt64(fuzzCount(40))) + [1065] {
      var trial = try MergeTrial(seed: seed)
      try trial.changeApart()
      let copies = try trial.open("one")
      for _ in 0..<6 {
        let (here, there) = trial.pair()
        _ = try copies.merge(here, there)
        if trial.random.chance(60) { try trial.change(copies, trial.random.pick([0, 1, 2])) }
      }
      for (here, there) in [(0, 1), (0, 2), (1, 0), (2, 0), (0, 1), (1, 2), (2, 0), (0, 2), (1, 0)]
      {
        _ = try copies.merge(here, there)
      }
      try copies.expectEqual("seed \(seed)")
    }
  }

  /// The history lists neither the values nor the links of so many new records.
  @Test func linksOfManyNewRecordsAreMerged() throws {
    let trial = try MergeTrial(seed: 1)
    defer { withExtendedLifetime(trial) {} }
    let copies = try trial.open("many")
    let count = HistoryEvent.maxListedInserts + 1
    let records = (1...count).map {
      "{ name: \"m\($0)\", limit: \($0), tags: (Tag where text == \"t3\") }"
    }
    try copies.sessions[1].perform("insert Budget [\(records.joined(separator: ", "))]")
    for (here, there) in [(0, 1), (2, 0)] { _ = try copies.merge(here, there) }
    try copies.expectEqual("many")
    let tag = try copies.told(2)[RecordID(entity: "Tag", key: .number(3))]
    #expect(tag?.links["budgets"]?.count == count)
  }
}

/// Open copies of a store.
final class OpenCopies {
  let sessions: [QuerySession]

  init(_ sessions: [QuerySession]) { self.sessions = sessions }

  /// Merges a copy into another one; the number of conflicts.
  func merge(_ here: Int, _ there: Int) throws -> Int {
    let session = sessions[here]
    return try session.modelContext.merge(
      sessions[there].modelContext,
      .newest,
      session.settings.evaluationContext(),
      title: "merge"
    ).conflicts.count
  }

  func told(_ place: Int) throws -> [RecordID: VisibleRecord] {
    try SessionReader(sessions[place], gathers: false).told()
  }

  func saveCount(_ place: Int) throws -> Int { try sessions[place].modelContext.history().count }

  func lastSave(_ place: Int) throws -> String {
    String(describing: try sessions[place].modelContext.history().last)
  }

  func expectEqual(_ name: String) throws {
    let first = try told(0)
    for place in sessions.indices {
      let told = try told(place)
      let differing = Set(first.keys).union(told.keys).filter { first[$0] != told[$0] }
      let texts = differing.map {
        "\($0): \(String(describing: told[$0])) and \(String(describing: first[$0]))"
      }
      try #require(differing.isEmpty, "\(name): copy \(place): \(texts)")
      let verdict = try sessions[place].check()
      try #require(verdict.problemCount == 0, "\(name): copy \(place): \(verdict.lines)")
    }
  }
}

/// Random changes of three copies, and what must be left of them.
struct MergeTrial {
  var random: SeededRandom
  let seed: UInt64
  private(set) var statementCount = 0
  private let folder: TemporaryFolder
  private let clock = Clock()
  /// The last writes of limits and owners, and the last edits and deletions, of the first budgets.
  private var limits: [Int: Double] = [:]
  private var owners: [Int: String] = [:]
  private var edits: [Int: Int64] = [:]
  /// The names of new budgets, which no statement deletes.
  private var inserted: Set<String> = []
  private var deletions: [Int: Int64] = [:]
  /// The expenses of the common state that were deleted without their budget.
  private var deletedExpenses: Set<Int> = []
  /// The budgets whose tags were changed.
  private var tagged: Set<Int> = []

  final class Clock: Sendable {
    let now = Mutex<Int64>(1_790_000_000_000_000)
  }

  static let models = """
    model Tag { text: String, budgets: [Budget] ordered }
    model Budget { name: String, limit: Double, owner: String?, tags: [Tag] inverse budgets ordered, expenses: [Expense] cascade inverse budget ordered, note: Note? inverse budget, items: [Item] cascade inverse budget }
    model Expense { name: String, amount: Double = 1, budget: Budget? }
    model Item { label: String, budget: Budget }
    model Note { text: String, budget: Budget? inverse note }
    """

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    self.seed = seed
    folder = try TemporaryFolder(inMemory: true)
    let session = try Self.session(folder.file("copy0"), clock)
    for line in Self.models.split(separator: "\n") { try session.perform(String(line)) }
    for number in 1...4 {
      try session.perform("insert Budget { name: \"b\(number)\", limit: \(number) }")
      try session.perform(
        "insert Expense { name: \"e\(number)\", budget: (Budget where name == \"b\(number)\") }"
      )
      try session.perform("insert Tag { text: \"t\(number)\" }")
    }
    try session.perform("insert Item { label: \"i\", budget: Budget#1 }")
    try session.perform("update Budget#1 set tags = (Tag where text == \"t1\" or text == \"t2\")")
    session.store.close()
    for copy in 1..<3 {
      try FileManager.default.copyItem(
        atPath: folder.file("copy0"),
        toPath: folder.file("copy\(copy)")
      )
    }
  }

  private static func session(_ path: String, _ clock: Clock) throws -> QuerySession {
    let session = QuerySession(store: try ReopenedStore.open(path))
    session.settings.clock = { Timestamp(microseconds: clock.now.withLock { $0 }) }
    return session
  }

  /// Changes each copy a few times, and closes them.
  mutating func changeApart() throws {
    let copies = OpenCopies(try (0..<3).map { try Self.session(folder.file("copy\($0)"), clock) })
    for _ in 0..<Int.random(in: 3...14, using: &random) {
      try change(copies, Int.random(in: 0..<3, using: &random))
    }
    for session in copies.sessions { session.store.close() }
  }

  /// The copies after ``changeApart()``, in new files.
  func open(_ name: String) throws -> OpenCopies {
    OpenCopies(
      try (0..<3).map { place in
        let path = folder.file("\(name) \(place)")
        try FileManager.default.copyItem(atPath: folder.file("copy\(place)"), toPath: path)
        return try Self.session(path, clock)
      }
    )
  }

  mutating func pair() -> (Int, Int) {
    let here = Int.random(in: 0..<3, using: &random)
    return (here, (here + Int.random(in: 1...2, using: &random)) % 3)
  }

  /// Random orders of merges that bring everything to all copies.
  mutating func orders(_ count: Int) -> [[(Int, Int)]] {
    (0..<count).map { _ in
      let start = (0..<Int.random(in: 0...4, using: &random)).map { _ in pair() }
      let names = [0, 1, 2].shuffled(using: &random)
      let star = [(names[0], names[1]), (names[0], names[2]), (names[1], names[0])]
      return start + star + [(names[2], random.chance(50) ? names[0] : names[1])]
    }
  }

  // MARK: Changes

  /// Makes a random change of one copy.
  mutating func change(_ copies: OpenCopies, _ place: Int) throws {
    let now = clock.now.withLock { now in
      now += Int64.random(in: 1...1000, using: &random)
      return now
    }
    let session = copies.sessions[place]
    let budget = Int.random(in: 1...4, using: &random)
    let exists = try copies.told(place)[.init(entity: "Budget", key: .number(Int64(budget)))] != nil
    let tag = Int.random(in: 1...4, using: &random)
    statementCount += 1
    let name = "n\(seed)_\(statementCount)"
    switch Int.random(in: 0..<16, using: &random) {
    case 0...3 where exists:
      try session.perform("update Budget#\(budget) set limit = \(statementCount).5")
      limits[budget] = Double(statementCount) + 0.5
      edits[budget] = now
    case 4 where exists:
      try session.perform("update Budget#\(budget) set owner = \"\(name)\"")
      owners[budget] = name
      edits[budget] = now
    case 5 where exists:
      try session.perform("delete Budget#\(budget)")
      deletions[budget] = now
    case 6 where exists:
      try session.perform("insert Expense { name: \"\(name)\", budget: Budget#\(budget) }")
      edits[budget] = now
    case 7 where exists:
      tagged.insert(budget)
      let saves = try copies.saveCount(place)
      try session.perform("update Budget#\(budget) set tags += (Tag where text == \"t\(tag)\")")
      // The tag can be there already, as the last one.
      if try copies.saveCount(place) > saves { edits[budget] = now }
    case 8 where exists:
      tagged.insert(budget)
      try session.perform("update Budget#\(budget) set tags -= (Tag where text == \"t\(tag)\")")
    case 9 where exists:
      try session.perform("insert Item { label: \"\(name)\", budget: Budget#\(budget) }")
      edits[budget] = now
    case 10 where exists:
      try session.perform("update Budget#\(budget) set note = { text: \"\(name)\" }")
      edits[budget] = now
    case 11:
      try session.perform("insert Budget { name: \"\(name)\", limit: 3 }")
      inserted.insert(name)
    case 12:
      deletedExpenses.insert(tag)
      _ = SessionAnswer("delete Expense where name == \"e\(tag)\"", in: session)
    case 13:
      try session.perform(
        "insert Budget { name: \"\(name)\", limit: 4, expenses: [ { name: \"x\" }, { name: \"y\" } ], tags: (Tag where text == \"t\(tag)\") }"
      )
      inserted.insert(name)
    case 14: _ = SessionAnswer("update Tag where text == \"t\(tag)\" set text = text", in: session)
    default:
      _ = SessionAnswer("update Expense where name == \"e\(tag)\" set amount += 1", in: session)
    }
  }

  /// New budgets and the last writes of limits and owners are kept, unless a later deletion is.
  func expectLastWrites(in told: [RecordID: VisibleRecord]) throws {
    for (budget, edit) in edits {
      let record = told[RecordID(entity: "Budget", key: .number(Int64(budget)))]
      guard edit > deletions[budget] ?? 0 else {
        try #require(record == nil, "seed \(seed), \(budget)")
        continue
      }
      try #require(record != nil, "seed \(seed), \(budget)")
      try expectParts(of: budget, in: told)
      if let limit = limits[budget] {
        try #require(record?.values["limit"] == .double(limit), "seed \(seed), \(budget)")
      }
      if let owner = owners[budget] {
        try #require(record?.values["owner"] == .string(owner), "seed \(seed), \(budget)")
      }
    }
    let names = told.values.compactMap { record -> String? in
      if case .string(let name)? = record.values["name"] { name } else { nil }
    }
    try #require(inserted.subtracting(names).isEmpty, "seed \(seed)")
  }

  /// A deletion that an edit outlives deletes nothing else.
  private func expectParts(of budget: Int, in told: [RecordID: VisibleRecord]) throws {
    let id = RecordID(entity: "Budget", key: .number(Int64(budget)))
    let expense = told[RecordID(entity: "Expense", key: .number(Int64(budget)))]
    if !deletedExpenses.contains(budget) {
      try #require(expense?.links["budget"] == [id], "seed \(seed), \(budget)")
    }
    if budget == 1, !tagged.contains(budget) {
      let tags = [1, 2].map { RecordID(entity: "Tag", key: .number($0)) }
      try #require(told[id]?.links["tags"] == tags, "seed \(seed)")
    }
    if budget == 1 {
      let item = told[RecordID(entity: "Item", key: .number(1))]
      try #require(item?.links["budget"] == [id], "seed \(seed)")
    }
  }
}
