import Columns
import MemoryStore
import Model
import Storage
import Testing

@testable import StoreContractSuite

/// Copy-on-write of columns: nothing is copied but what a held snapshot still needs.
@Suite("Snapshots of InMemoryStore")
struct SnapshotVersionTests {
  @Test("without a held snapshot single inserts change the columns in place")
  func inPlace() throws {
    let store = try makeStore(rows: 10_000)
    var addresses: Set<UnsafeRawPointer?> = []
    for number in Int64(0)..<500 {
      try StoreContract.insert("Entry", ["amount": .int(number)], into: store)
      addresses.insert(try amounts(store).withUnsafeBytes(\.baseAddress))
    }
    // The first array is full; from its first growth on there is room for more.
    #expect(addresses.count <= 2)
  }

  @Test("the first columns of a table are taken over without copying")
  func adopting() throws {
    let values = (0..<1000).map { Int64($0) }
    let store = try makeStore(amounts: values)
    let stored = try amounts(store).withUnsafeBytes(\.baseAddress)
    #expect(stored == values.withUnsafeBytes(\.baseAddress))
  }

  @Test("a held snapshot keeps its columns while the store goes on")
  func copyOnWrite() throws {
    let store = try makeStore(rows: 3)
    let held = try StoreReading(store)
    try StoreContract.insert("Entry", ["amount": .int(9)], into: store)
    #expect(try held.values("Entry", "amount") == [.int(0), .int(1), .int(2)])
    #expect(try StoreReading(store).values("Entry", "amount").last == .int(9))
  }

  @Test("batches are views of one column")
  func batches() throws {
    let size = Batch.defaultCount
    let snapshot = try makeStore(rows: 2 * size + 904).snapshot()
    let reader = try snapshot.scan("Entry", [.attribute(path("amount"))])
    var batches: [Batch] = []
    while let batch = try reader.next() { batches.append(batch) }
    #expect(batches.map(\.start) == [0, size, 2 * size])
    #expect(batches.map(\.count) == [size, size, 904])
    #expect(batches.allSatisfy { $0.references == nil && $0.columns[0].count == 2 * size + 904 })
  }

  @Test("a unique attribute is looked up in a snapshot")
  func uniqueLookup() throws {
    let store = InMemoryStore()
    try StoreContract.addModels(to: store)
    for (name, code) in [("a", Value.int(5)), ("b", .null), ("c", .int(-5))] {
      try StoreContract.insert("Account", ["name": .string(name), "code": code], into: store)
    }
    let snapshot = try store.snapshot()
    func rows(_ field: String, _ values: [Value], _ type: ValueType) throws -> [Int64]? {
      let wanted = try #require(Column(values, of: type))
      return try snapshot.lookUp("Account", where: [path(field)], equal: [wanted])
    }
    let none = Column.nullReference
    #expect(try rows("name", [.string("b"), .string("d")], .string) == [1, none])
    #expect(try rows("code", [.int(-5), .null, .int(6)], .int) == [2, none, none])
    #expect(try rows("limit", [.double(1)], .double) == nil)
    #expect(try rows("code", [.string("5")], .string) == [none])
  }

  @Test("snapshots are read while another thread writes")
  func threads() async throws {
    let store = try makeStore(rows: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in Int64(0)..<300 {
          try StoreContract.insert("Entry", ["amount": .int(number)], into: store)
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<100 {
            let values = try StoreReading(store).values("Entry", "amount")
            #expect(values == values.indices.map { .int(Int64($0)) })
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.snapshot().count(of: "Entry") == 300)
  }

  private func makeStore(rows: Int) throws -> InMemoryStore {
    try makeStore(amounts: (0..<rows).map { Int64($0) })
  }

  private func makeStore(amounts: [Int64]) throws -> InMemoryStore {
    let store = InMemoryStore()
    try StoreContract.addModels(to: store)
    let column = Column.int(FixedColumn(values: amounts))
    let rows = try StoreContract.rows(
      "Entry",
      count: amounts.count,
      ["amount": column],
      in: store
    )
    try store.apply(ChangeSet(inserted: [rows]))
    return store
  }

  private func amounts(_ store: InMemoryStore) throws -> [Int64] {
    let columns = try store.snapshot().scan("Entry", [.attribute(path("amount"))]).next()?.columns
    guard case .int(let column) = columns?.first else { return [] }
    return column.values
  }
}
