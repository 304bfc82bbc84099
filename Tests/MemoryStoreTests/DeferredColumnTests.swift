import Columns
import Model
import Storage
import Synchronization
import TestSupport
import Testing

@testable import MemoryStore

/// Columns that a store in memory reads when they are needed.
@Suite struct DeferredColumnTests {
  private let store = InMemoryStore()
  private static let paths = ["n", "t"].map { AttributePath([$0]) }

  /// The columns that were read, in order.
  private final class Reads: Sendable {
    let paths = Mutex<[String]>([])
  }

  private let reads = Reads()

  init() throws {
    try store.apply(SchemaChange(entities: [Self.entity()]))
    let records = DeferredColumns(count: 3) { [reads] paths in
      reads.paths.withLock { $0 += paths.map(\.description) }
      return paths.map { path in
        path.description == "n"
          ? .int(FixedColumn(values: [7, 8, 9])) : .double(FixedColumn(values: [1.5, -0.0, 2.5]))
      }
    }
    try store.add(records, to: "A")
  }

  /// The model, with `added` more attributes.
  private static func entity(added: Int = 0) -> Entity {
    let attributes =
      [Attribute(name: "n", type: .int), Attribute(name: "t", type: .double, isOptional: true)]
      + (0..<added).map { Attribute(name: "x\($0)", type: .int, isOptional: true) }
    return Entity(name: "A", properties: attributes.map { .attribute($0) })
  }

  private func values(_ path: AttributePath) throws -> [Value] {
    let reader = try store.snapshot().scan("A", [.attribute(path)])
    var values: [Value] = []
    while let batch = try reader.next() {
      let column = batch.columns[0]
      values += (0..<batch.count).map { column.value(at: batch.start + $0) }
    }
    return values
  }

  @Test func columnsAreReadOnce() throws {
    #expect(try store.snapshot().count(of: "A") == 3)
    #expect(reads.paths.withLock { $0 } == [])
    #expect(try values(Self.paths[0]) == [.int(7), .int(8), .int(9)])
    #expect(try values(Self.paths[0]).count == 3)
    #expect(reads.paths.withLock { $0 } == ["n"])
    #expect(try values(Self.paths[1]) == [.double(1.5), .double(0), .double(2.5)])
    #expect(reads.paths.withLock { $0 } == ["n", "t"])
  }

  @Test func changesReadEverythingFirst() throws {
    let before = try store.snapshot()
    var changes = ChangeSet()
    changes.inserted = [
      RecordRows(
        entity: "A",
        keys: .range(4..<5),
        columns: [Self.paths[0]: .int(FixedColumn(values: [10]))]
      )
    ]
    changes.deleted = [RecordSelection(entity: "A", keys: .list([.number(1)]))]
    try store.apply(changes)
    #expect(Set(reads.paths.withLock { $0 }) == ["n", "t"])
    #expect(try values(Self.paths[0]) == [.int(8), .int(9), .int(10)])
    #expect(try before.count(of: "A") == 3)
    #expect(
      try before.gather([.attribute(Self.paths[0])], of: "A", at: [0])[0].value(at: 0) == .int(7)
    )
  }

  @Test func failuresLeaveTheStoreAsItIs() throws {
    let failing = InMemoryStore()
    let entity = Entity(name: "B", properties: [.attribute(Attribute(name: "n", type: .int))])
    try failing.apply(SchemaChange(entities: [entity]))
    try failing.add(DeferredColumns(count: 2) { _ in throw StoreError.outdated }, to: "B")
    #expect(throws: StoreError.outdated) {
      try failing.snapshot().scan("B", [.attribute(AttributePath(["n"]))])
    }
    var changes = ChangeSet()
    changes.deleted = [RecordSelection(entity: "B", keys: .list([.number(1)]))]
    #expect(throws: StoreError.outdated) { try failing.apply(changes) }
    #expect(try failing.snapshot().count(of: "B") == 2)
  }

  /// A change of the models reads tables without the store's lock, while other threads take
  /// snapshots of them: neither may write them.
  @Test func snapshotsWhileModelsChange() throws {
    let failures = inParallel(2) { [store] thread in
      var failures = 0
      for round in 1...30 {
        do {
          if thread == 0 {
            try store.apply(SchemaChange(entities: [Self.entity(added: round)]))
          } else {
            _ = try store.snapshot().count(of: "A")
          }
        } catch {
          failures += 1
        }
      }
      return failures
    }
    #expect(failures == [0, 0])
    #expect(try values(Self.paths[0]) == [.int(7), .int(8), .int(9)])
  }
}
