#if SwiftData
  import Foundation
  import Synchronization
  import Testing

  @testable import SwiftData

  @Model
  final class Ledger {
    @Attribute(.unique, .preserveValueOnDeletion) var code: String
    @Attribute(.preserveValueOnDeletion) var address: Address
    var amount: Double
    init(code: String, amount: Double, address: Address = Address(street: "a", city: "b")) {
      self.code = code
      self.amount = amount
      self.address = address
    }
  }

  @Suite struct HistoryTests {
    @Test(arguments: [true, false]) func changesAreTold(inMemory: Bool) throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).store")
      defer { try? FileManager.default.removeItem(at: url) }
      let container = try ModelContainer(
        for: Ledger.self,
        configurations: inMemory
          ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: url)
      )
      let context = ModelContext(container)
      context.author = "import"
      let ledger = Ledger(code: "A1", amount: 1)
      context.insert(ledger)
      context.insert(Ledger(code: "B2", amount: 2))
      try context.save()
      let id = ledger.persistentModelID
      let first = try #require(
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
      )
      #expect(first.author == "import" && first.changes.count == 2)
      #expect(first.changes[0].changedPersistentIdentifier == id)
      context.author = "app"
      ledger.amount = 5
      ledger.address.city = "Oslo"
      try context.save()
      context.delete(ledger)
      try context.save()
      var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
      let token = first.token
      descriptor.predicate = #Predicate { $0.token > token && $0.author == "app" }
      let later = try context.fetchHistory(descriptor)
      #expect(later.count == 2)
      guard case .update(let update as DefaultHistoryUpdate<Ledger>) = later[0].changes[0],
        case .delete(let deletion as DefaultHistoryDelete<Ledger>) = later[1].changes[0]
      else {
        Issue.record("an update and a deletion, not \(later)")
        return
      }
      #expect(update.updatedAttributes.contains(\.amount))
      #expect(update.updatedAttributes.contains(\.address))
      #expect(!update.updatedAttributes.contains(\.code))
      #expect(deletion.tombstone[\.code] == "A1" && deletion.tombstone[\.amount] == nil)
      #expect(deletion.tombstone[\.address]?.city == "Oslo")
      #expect(Array(deletion.tombstone).count == 2)

      #expect(update.containsAttribute(\.amount) && !update.containsAttribute(\.code))
      #expect(token.tokenValue == [token.storeIdentifier: Int64(token.id)])

      // Any transaction can be deleted.
      let middle = later[0].token
      descriptor.predicate = #Predicate { $0.token == middle }
      try context.deleteHistory(descriptor)
      #expect(
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
          == [first, later[1]]
      )
      descriptor.predicate = #Predicate { $0.token <= token }
      try context.deleteHistory(descriptor)
      let left = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(left == [later[1]])
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    }

    private static let forgotten: [([Int64], [Int64], [ClosedRange<Int64>])] = [
      ([9, 5], [9, 5], [5...9]),
      ([9, 5], [9], [9...9]),
      ([5, 9, 7], [5, 9], [5...5, 9...9]),
      ([5, 9, 7], [9, 7], [7...9]),
      ([3, 3, 1], [3], [3...3]),
      ([1, 2], [], []),
    ]

    /// Clocks can be set back, so that a later save has an earlier time.
    @Test(arguments: forgotten)
    func timesToForget(
      saves: [Int64],
      selected: [Int64],
      expected: [ClosedRange<Int64>]
    ) {
      func tokens(_ times: [Int64]) -> [DefaultHistoryToken] {
        times.map { DefaultHistoryToken(microseconds: $0, storeIdentifier: "a") }
      }
      #expect(tokens(saves).times(of: Set(tokens(selected))) == expected)
    }

    @Test func anObserverOfStoresWithOneName() throws {
      let container = try ModelContainer(
        for: Ledger.self,
        Trip.self,
        configurations: ModelConfiguration(
          schema: Schema([Trip.self]),
          isStoredInMemoryOnly: true
        ),
        ModelConfiguration(isStoredInMemoryOnly: true)
      )
      let observer = try HistoryObserver(modelContainer: container)
      let context = ModelContext(container)
      context.insert(Ledger(code: "A", amount: 1))
      context.insert(Trip(name: "Oslo"))
      try context.save()
      #expect(observer.eventCounter == 2)
      #expect(observer.historyTokens.count == 1)
    }

    @Test func aSaveReportsItsPlaceInEachStore() throws {
      let container = try ModelContainer(
        for: Ledger.self,
        Trip.self,
        configurations: ModelConfiguration(
          "trips",
          schema: Schema([Trip.self]),
          isStoredInMemoryOnly: true
        ),
        ModelConfiguration("rest", isStoredInMemoryOnly: true)
      )
      let context = ModelContext(container)
      context.insert(Ledger(code: "A", amount: 1))
      context.insert(Trip(name: "Oslo"))
      let both = try context.historyTokensOfSave()
      #expect(Set(both.keys) == ["trips", "rest"])
      let observer = try HistoryObserver(historyTokens: both, modelContainer: container)
      #expect(observer.eventCounter == 0)
      context.insert(Trip(name: "Bergen"))
      let one = try context.historyTokensOfSave()
      #expect(Array(one.keys) == ["trips"])
      #expect((one["trips"] as? DefaultHistoryToken)?.storeIdentifier == "trips")
      #expect(observer.eventCounter == 1)
    }

    @Test func anObserverCountsSaves() throws {
      let container = try ModelContainer(
        for: Ledger.self,
        Trip.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
      let context = ModelContext(container)
      context.insert(Trip(name: "Oslo"))
      try context.save()
      let all = try HistoryObserver(modelContainer: container)
      let ledgers = try HistoryObserver(observedModels: [Ledger.self], modelContainer: container)
      #expect(all.eventCounter == 0)
      context.insert(Trip(name: "Bergen"))
      try context.save()
      context.insert(Ledger(code: "A", amount: 1))
      try context.save()
      #expect(all.eventCounter == 2 && ledgers.eventCounter == 1)
    }

    @Test(arguments: [true, false]) func aSaveReportsItsPlace(inMemory: Bool) throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).store")
      defer { try? FileManager.default.removeItem(at: url) }
      let container = try ModelContainer(
        for: Ledger.self,
        configurations: inMemory
          ? ModelConfiguration(isStoredInMemoryOnly: true) : ModelConfiguration(url: url)
      )
      let context = ModelContext(container)
      context.insert(Ledger(code: "A1", amount: 1))
      let token = try #require(try context.historyTokenOfSave())
      var later = HistoryDescriptor<DefaultHistoryTransaction>()
      later.predicate = #Predicate { $0.token > token }
      let all = HistoryDescriptor<DefaultHistoryTransaction>()
      #expect(try context.fetchHistory(all).map(\.token) == [token])
      #expect(try context.fetchHistory(later).isEmpty)
      context.insert(Ledger(code: "B2", amount: 2))
      try context.save()
      #expect(try context.fetchHistory(later).count == 1)
      #expect(try context.historyTokenOfSave() == nil)
    }
  }

  extension ModelContext {
    /// Saves, and returns the only place in a history that the notification carries.
    func historyTokenOfSave() throws -> DefaultHistoryToken? {
      let tokens = try historyTokensOfSave()
      #expect(tokens.count <= 1)
      return tokens.values.first as? DefaultHistoryToken
    }

    /// Saves, and returns the places in the histories that the notification carries.
    func historyTokensOfSave() throws -> [String: any HistoryToken] {
      let found = Mutex<[String: any HistoryToken]>([:])
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave,
        object: self,
        queue: nil
      ) { notification in
        let key = ModelContext.NotificationKey.historyTokens.rawValue
        found.withLock { $0 = notification.userInfo?[key] as? [String: any HistoryToken] ?? [:] }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      try save()
      return found.withLock { $0 }
    }
  }
#endif
