import Context
import Features
import MemoryStore
import Model
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

/// Compares past states with copies made at that time, while random migrations change the models.
@Suite struct RandomMigrationsTests {
  @Test(arguments: [false, true])
  func readsThePastOfChangedModels(usesFile: Bool) throws {
    var (migrations, states) = (0, 0)
    for seed in 0..<UInt64(fuzzCount(usesFile ? 20 : 40)) {
      var trial = try MigrationTrial(seed: seed, usesFile: usesFile)
      for _ in 0..<40 { try trial.step() }
      try trial.compare()
      migrations += trial.migrationCount
      states += trial.stateCount
    }
    print("\(states) past states compared, over \(migrations) migrations")
    #expect(migrations > 40)
    #expect(states > 400)
  }
}

/// Two sessions that change records and models, and copies of all states.
struct MigrationTrial {
  private(set) var migrationCount = 0
  private(set) var stateCount = 0
  private var random: SeededRandom
  private let seed: UInt64
  private let sessions: [QuerySession]
  private let reader: QuerySession
  private let file: ReopenedStore?
  private let folder: TemporaryFolder?
  private var names = Names()
  /// Budgets can have these attributes: optional strings, and numbers with a default value.
  private var texts: [String] = ["note"]
  private var numbers: [String] = []
  /// The saved records after each statement, under the current names.
  private var copies: [Int64: [RecordID: VisibleRecord]] = [:]
  /// The last state that a migration has made unreadable.
  private var lost: Int64?
  private var log: [String] = []

  /// The current names of models and members.
  private struct Names {
    var budget = "Budget"
    var expense = "Expense"
    var limit = "limit"
    var expenses = "expenses"
    var owner = "owner"
    var tags = "tags"
  }

  init(seed: UInt64, usesFile: Bool) throws {
    self.seed = seed
    random = SeededRandom(seed: seed)
    folder = usesFile ? try TemporaryFolder(inMemory: true) : nil
    file = folder.map { ReopenedStore(path: $0.file("past.store")) }
    let container = ModelContainer(store: file ?? InMemoryStore())
    sessions = (0..<2).map { _ in QuerySession(container: container) }
    reader = QuerySession(container: container)
    for model in models(was: [:]) { try sessions[0].perform(model) }
    try sessions[0].perform("insert Tag [{ text: \"t1\" }, { text: \"t2\" }, { text: \"t3\" }]")
    try keepCopy()
  }

  /// - Parameter old: The previous names of models and members.
  private func models(was old: [String: String]) -> [String] {
    func was(_ name: String) -> String { old[name].map { " was \($0)" } ?? "" }
    let members =
      ["name: String", "\(names.limit): Int\(was(names.limit))"]
      + texts.map { "\($0): String?\(was($0))" } + numbers.map { "\($0): Int = 3\(was($0))" }
      + [
        "\(names.expenses): [\(names.expense)] cascade inverse \(names.owner) ordered"
          + was(names.expenses),
        "\(names.tags): [Tag] inverse budgets ordered\(was(names.tags))",
      ]
    return [
      "model \(names.budget)\(was(names.budget)) { \(members.joined(separator: ", ")) }",
      "model \(names.expense)\(was(names.expense)) "
        + "{ amount: Int, \(names.owner): \(names.budget)?\(was(names.owner)) }",
      "model Tag { text: String, budgets: [\(names.budget)] }",
    ]
  }

  // MARK: Steps

  mutating func step() throws {
    if random.chance(12) { file?.close() }
    if random.chance(12) {
      for session in sessions {
        for text in ["save", "rollback"] { _ = SessionAnswer(text, in: session) }
      }
      try keepCopy()
      try migrate()
      if random.chance(30) { try compare() }
    } else {
      let session = sessions[random.chance(70) ? 0 : 1]
      let text = statement()
      log.append(text)
      _ = SessionAnswer(text, in: session)
    }
    try keepCopy()
  }

  private mutating func statement() -> String {
    let budget = "\(names.budget)#\(Int.random(in: 1...6, using: &random))"
    let number = Int.random(in: 1...9, using: &random)
    let tag = "Tag#\(Int.random(in: 1...3, using: &random))"
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1: return "insert \(names.budget) { name: \"n\", \(names.limit): \(number) }"
    case 2:
      return "insert \(names.budget) { name: \"m\", \(names.limit): \(number), "
        + "\(names.expenses): [{ amount: 1 }, { amount: 2 }], \(names.tags): (Tag) }"
    case 3, 4: return "update \(budget) set \(names.limit) = \(number)"
    case 5: return "update \(budget) set \(random.pick(texts + ["name"])) = \"v\(number)\""
    case 6: return "update \(budget) set \(random.pick(numbers + [names.limit])) = \(number)"
    case 7: return "delete \(budget)"
    case 8: return "insert \(names.expense) { amount: \(number), \(names.owner): \(budget) }"
    case 9: return "update \(names.expense)#\(number) set \(names.owner) = \(budget)"
    case 10: return "update \(budget) set \(names.tags) += \(tag)"
    case 11: return "update \(budget) set \(names.tags) -= \(tag)"
    case 12: return random.chance(50) ? "undo" : "redo"
    case 13: return "begin"
    default: return "save"
    }
  }

  private mutating func migrate() throws {
    migrationCount += 1
    var old: [String: String] = [:]
    var steps: [String] = []
    let last = try reader.modelContext.history().last?.number ?? 0
    func fresh(_ stem: String) -> String { "\(stem)\(migrationCount)" }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      rename(\.limit, to: fresh("limit"), &old) { names, copy in copy.rename(names, in: \.values) }
    case 1:
      rename(\.expenses, to: fresh("expenses"), &old) { names, copy in
        copy.rename(names, in: \.links)
      }
    case 2:
      rename(\.owner, to: fresh("owner"), &old) { names, copy in copy.rename(names, in: \.links) }
    case 3:
      rename(\.tags, to: fresh("tags"), &old) { names, copy in copy.rename(names, in: \.links) }
    case 4: renameModel(\.budget, to: fresh("Budget"), &old)
    case 5: renameModel(\.expense, to: fresh("Expense"), &old)
    case 6: add()
    case 7 where !(texts + numbers).isEmpty:
      remove(random.pick(texts + numbers))
      steps.append("allow loss")
    case 8:
      steps.append("set \(names.budget).\(names.limit) = \(names.limit) + 1")
      copies = [:]
      lost = last
    default: add()
    }
    let version = (models(was: old) + steps).joined(separator: ", ")
    log.append("version \(migrationCount) { \(version) }; migrate")
    try sessions[0].perform("version \(migrationCount) { \(version) }")
    try sessions[0].perform("migrate \(migrationCount)")
  }

  private mutating func rename(
    _ path: WritableKeyPath<Names, String>,
    to new: String,
    _ old: inout [String: String],
    _ change: ([String: String], inout VisibleRecord) -> Void
  ) {
    let renames = [names[keyPath: path]: new]
    old[new] = names[keyPath: path]
    names[keyPath: path] = new
    copies = copies.mapValues {
      $0.mapValues { record in
        var record = record
        change(renames, &record)
        return record
      }
    }
  }

  private mutating func renameModel(
    _ path: WritableKeyPath<Names, String>,
    to new: String,
    _ old: inout [String: String]
  ) {
    let previous = names[keyPath: path]
    old[new] = previous
    names[keyPath: path] = new
    func renamed(_ id: RecordID) -> RecordID {
      id.entity == previous ? RecordID(entity: new, key: id.key) : id
    }
    copies = copies.mapValues { copy in
      Dictionary(
        uniqueKeysWithValues: copy.map { id, record in
          (
            renamed(id),
            VisibleRecord(
              kind: record.kind == previous ? new : record.kind,
              values: record.values,
              links: record.links.mapValues { $0.map(renamed) }
            )
          )
        }
      )
    }
  }

  /// Adds an attribute, which can have the name of a removed one.
  private mutating func add() {
    let name = random.pick(["x", "y", "z"])
    guard !(texts + numbers).contains(name) else { return }
    if random.chance(50) { return texts.append(name) }
    numbers.append(name)
    changeBudgets { $0.values[name] = .int(3) }
  }

  private mutating func remove(_ name: String) {
    texts.removeAll { $0 == name }
    numbers.removeAll { $0 == name }
    changeBudgets { $0.values[name] = nil }
  }

  private mutating func changeBudgets(_ change: (inout VisibleRecord) -> Void) {
    for (save, copy) in copies {
      for id in copy.keys where id.entity == names.budget {
        if var record = copies[save]?[id] {
          change(&record)
          copies[save]?[id] = record
        }
      }
    }
  }

  // MARK: Comparing

  private mutating func keepCopy() throws {
    guard let last = try reader.modelContext.history().last?.number else { return }
    copies[last] = try SessionReader(reader, gathers: false).told()
  }

  mutating func compare() throws {
    for (save, expected) in copies.sorted(by: { $0.key < $1.key }) {
      stateCount += 1
      let read = try SessionReader(reader, gathers: save.isMultiple(of: 2), asOf: save).told()
      let differing = Set(read.keys).union(expected.keys).filter { read[$0] != expected[$0] }
      let texts = differing.map {
        "\($0) is \(String(describing: read[$0])), and was \(String(describing: expected[$0]))"
      }
      try #require(
        differing.isEmpty,
        "seed \(seed), as of save \(save): \(texts)\n\(log.joined(separator: "\n"))"
      )
    }
    guard let lost, lost > 0 else { return }
    #expect(throws: PastError.self, "seed \(seed)") {
      try SessionReader(reader, gathers: false, asOf: lost - 1).told()
    }
  }
}

extension VisibleRecord {
  fileprivate mutating func rename<Element>(
    _ names: [String: String],
    in path: WritableKeyPath<VisibleRecord, [String: Element]>
  ) {
    for (old, new) in names {
      if let value = self[keyPath: path].removeValue(forKey: old) {
        self[keyPath: path][new] = value
      }
    }
  }
}
