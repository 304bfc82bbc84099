import Foundation
import Martlet
import StoreFixtures
import Synchronization
import TestSupport
import Testing

/// A number that tasks count up.
private final class Tally: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

/// Counts how often a live query asks its store for changes.
private final class WatchedStore: ForwardingStore, ObservableStore {
  let store: any Store
  private let looks = Tally()

  var lookCount: Int { looks.count }

  init(_ store: any Store) { self.store = store }

  func changeMarks() throws -> ChangeMarks {
    looks.add()
    return try store.currentMarks()
  }
}

/// Live queries of programs.
@Suite struct LiveQueryTests {
  private let store = WatchedStore(InMemoryStore())

  private func container() throws -> ModelContainer {
    let container = ModelContainer(store: store)
    try container.declare(budgetModels)
    let context = ModelContext(container, autosaveEnabled: true)
    try context.insert("Budget", ["name": "Trip", "limit": 500])
    try context.insert("Budget", ["name": "Rent", "limit": 1200])
    return container
  }

  /// Waits until a live query has looked again whether something was committed, once as a whole at least.
  private func waitForRefresh(at store: WatchedStore) async throws {
    let count = store.lookCount
    #expect(try await eventually { store.lookCount > count + 1 })
  }

  @Test func resultsFollowCommits() async throws {
    let container = try container()
    let live = LiveQuery<Budget>("Budget where limit > \(600) sort name", in: container)
    var results = live.makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.map(\.name) == ["Rent"])
    let waiting = results
    let context = ModelContext(container)
    try context.update("Budget", where: "name == 'Trip'", set: ["limit": 700])
    async let second = Self.next(waiting)
    try await waitForRefresh(at: store)
    // Pending changes are invisible.
    try context.save()
    let (names, iterator) = try await second
    #expect(names?.map(\.name) == ["Rent", "Trip"])
    #expect(iterator.runCount == 2)
    results = iterator
    try context.delete(model: "Budget", where: "name == 'Rent'")
    try context.save()
    let third = try await results.next()
    #expect(third?.map(\.name) == ["Trip"])
  }

  /// The next result, with the iterator after it.
  private static func next<Model>(
    _ iterator: LiveQuery<Model>.Iterator
  ) async throws -> ([Model]?, LiveQuery<Model>.Iterator) {
    var iterator = iterator
    let result = try await iterator.next()
    return (result, iterator)
  }

  @Test func commitsOfOtherModelsRunNoQuery() async throws {
    let container = try container()
    var results = LiveQuery<Car>("Car", in: container).makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.isEmpty == true)
    let iterator = results
    async let second = Self.next(iterator)
    let context = ModelContext(container, autosaveEnabled: true)
    for name in ["Food", "Fun"] {
      try context.insert("Budget", ["name": .string(name), "limit": 5])
      try await waitForRefresh(at: store)
    }
    // A commit that does not change the result runs the query, but reports nothing.
    try context.insert("Vehicle", ["plate": "V"])
    try await waitForRefresh(at: store)
    try context.insert("Car", ["plate": "C", "doors": 3])
    let (cars, after) = try await second
    #expect(cars?.map(\.plate) == ["C"])
    #expect(after.runCount == 3)
  }

  private struct Car: Codable, Sendable {
    var plate: String
    var doors: Int
  }

  /// What structs within structs show belongs to the result, and what is computed.
  @Test func nestedRecordsAreWatched() async throws {
    let container = try container()
    var results = LiveQuery(FetchDescriptor<Budget>(predicate: "name == 'Trip'"), in: container)
      .makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.first?.expenses == [])
    let context = ModelContext(container, autosaveEnabled: true)
    try context.insert("Expense", ["name": "Bus", "amount": 9])
    try context.update("Expense", set: "budget = (Budget where name == 'Trip')")
    let second = try await results.next()
    #expect(second?.first?.expenses == [Expense(name: "Bus", amount: 9)])
    try context.update("Expense", set: "amount = 10")
    let third = try await results.next()
    #expect(third?.first?.spent == 10)
  }

  @Test func columnsGroupsAndLimitsAreWatched() async throws {
    struct Row: Codable, Equatable {
      var city: String?
      var n: Int
    }
    let container = try container()
    let text: QueryText =
      "Budget group by place.city select place.city as city, count() as n sort n limit 1"
    var results = LiveQuery<Row>(text, in: container).makeAsyncIterator()
    let first = try await results.next()
    #expect(first == [Row(city: nil, n: 2)])
    let context = ModelContext(container, autosaveEnabled: true)
    try context.update("Budget", where: "name == 'Rent'", set: "place.city = 'Oslo'")
    try context.insert("Budget", ["name": "Food", "limit": 5])
    let second = try await results.next()
    #expect(second == [Row(city: "Oslo", n: 1)])
  }

  /// However slow results are taken and however fast changes come, the last state is given.
  @Test func theLastStateIsNeverMissed() async throws {
    let folder = try TemporaryFolder()
    let containers = [
      try ModelContainer(models: "model Counter { n: Int }"),
      try ModelContainer(file: folder.file("counters.store")),
    ]
    try containers[1].declare("model Counter { n: Int }")
    for container in containers {
      try ModelContext(container, autosaveEnabled: true).insert("Counter", ["n": 0])
      let last = 60
      let written = Tally()
      try await withThrowingTaskGroup(of: [Int].self) { group in
        for watcher in 0..<4 {
          group.addTask {
            struct Counter: Codable { var n: Int }
            var seen: [Int] = []
            for try await counters in LiveQuery<Counter>("Counter", in: container) {
              seen += counters.map(\.n)
              if seen.last == last { break }
              // The slower ones miss changes.
              let missed = min(last, (seen.last ?? 0) + watcher * 8)
              _ = try await eventually { written.count >= missed }
            }
            return seen
          }
        }
        group.addTask {
          let context = ModelContext(container, autosaveEnabled: true)
          for _ in 0..<last {
            try context.update("Counter", set: "n += 1")
            written.add()
            await Task.yield()
          }
          return [last]
        }
        for try await seen in group {
          #expect(seen.last == last)
          #expect(seen == Array(Set(seen)).sorted())
        }
      }
    }
  }

  @Test func cancellationEndsASequence() async throws {
    let container = try container()
    let results = Tally()
    let task = Task {
      for try await _ in LiveQuery<Budget>("Budget", in: container) { results.add() }
    }
    try await waitForRefresh(at: store)
    task.cancel()
    try await task.value
    #expect(results.count == 1)
  }

  @Test func failureToRunIsThrown() async throws {
    let container = try container()
    await #expect(throws: QueryError.self) {
      for try await _ in LiveQuery<Budget>("Budget where nothing", in: container) {}
    }
    // A condition that fails for a new record ends the iteration.
    let text: QueryText = "Budget where limit > 0 and length(name) * 4611686018427387904 > 0"
    var results = LiveQuery<Budget>(text, in: container).makeAsyncIterator()
    var hasFailed = false
    do { _ = try await results.next() } catch { hasFailed = true }
    #expect(hasFailed)
    let next = try await results.next()
    #expect(next == nil)
  }

  @Test func deletedFileEndsASequence() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("gone.store")
    let container = try ModelContainer(file: path)
    try container.declare("model Counter { n: Int }")
    struct Counter: Codable { var n: Int }
    var results = LiveQuery<Counter>("Counter", in: container).makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.isEmpty == true)
    try FileManager.default.removeItem(atPath: path)
    let iterator = results
    await #expect(throws: StoreFileError.self) { try await Self.next(iterator) }
  }

  @Test func closedStoreEndsASequence() async throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(file: folder.file("closed.store"))
    try container.declare("model Counter { n: Int }")
    struct Counter: Codable { var n: Int }
    var results = LiveQuery<Counter>("Counter", in: container).makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.isEmpty == true)
    container.store.close()
    let iterator = results
    await #expect(throws: StoreFileError.self) { try await Self.next(iterator) }
  }

  /// A model that gets another attribute: what is fetched still has what the type wants.
  @Test func modelsMayChangeConcurrently() async throws {
    let container = try container()
    var results = LiveQuery<Budget>("Budget where name == 'Trip'", in: container)
      .makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.count == 1)
    try container.declare("extend Budget { note: String? }")
    try ModelContext(container, autosaveEnabled: true)
      .update("Budget", where: "name == 'Trip'", set: ["limit": 7])
    let second = try await results.next()
    #expect(second?.map(\.limit) == [7])
  }

  @Test func otherProcessesAreNoticed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("shared.store")
    let store = WatchedStore(try ReopenedStore.open(path))
    let container = ModelContainer(store: store)
    try container.declare("model Counter { n: Int }\nmodel Other { n: Int }")
    struct Counter: Codable { var n: Int }
    var results = LiveQuery<Counter>("Counter", in: container).makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.isEmpty == true)
    let iterator = results
    async let second = Self.next(iterator)
    #expect(try BuiltCommand.run(path, "-c", "insert Other n: 1").status == 0)
    try await waitForRefresh(at: store)
    #expect(try BuiltCommand.run(path, "-c", "insert Counter n: 7").status == 0)
    let (counters, after) = try await second
    #expect(counters?.map(\.n) == [7])
    #expect(after.runCount == 2)
    // A commit without a list of changes may have changed anything.
    let sql = "INSERT INTO Counter (id, n) VALUES (100, 8)"
    #expect(try BuiltCommand.runShell("sqlite3 '\(path)' '\(sql)'").status == 0)
    results = after
    let third = try await results.next()
    #expect(third?.map(\.n) == [7, 8])
  }
}
