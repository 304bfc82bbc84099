import Columns
import Expressions
import Foundation
import MemoryStore
import Model
import Planning
import Storage
import TestSupport
import Testing

@testable import Execution

/// Requests over the rows of other requests return the same as over a store with those rows.
@Suite struct DerivedRowsTests {
  private static let name = "Rows"
  @Test(arguments: 0..<UInt64(fuzzCount(24)))
  func agreeWithStoredRows(seed: UInt64) throws {
    var random = SeededRandom(seed: 5000 + seed)
    let schema = RandomSchema(&random)
    // In some worlds there are more records than a batch holds.
    let counts = seed.isMultiple(of: 8) ? [90, Batch.defaultCount + 400] : [0, 1, 40, 90]
    let world = RandomWorld(schema, counts: counts, &random)
    let records = try world.makeStore().snapshot()
    for _ in 0..<20 {
      let inner = RandomGroupings(schema).request(&random)
      guard let rows = try? records.rows(of: inner, Reference.moment),
        let stored = try Self.store(inner, rows)?.snapshot()
      else { continue }
      var request = try #require(Self.request(over: inner, &random))
      let expected = try stored.rows(of: request, Reference.moment)
      let count = try Self.count(request, stored)
      request.source = .rows(of: inner)
      let answer = try records.rows(of: request, Reference.moment)
      #expect(answer == expected, "seed \(seed): \(request)")
      #expect(try Self.count(request, records) == count, "seed \(seed): \(request)")
    }
  }

  private static func count(
    _ request: FetchRequest,
    _ snapshot: any StoreSnapshot
  ) throws -> Int {
    let executor = snapshot.executor(Reference.moment)
    return try executor.count(of: executor.plan(request))
  }

  /// A store with the rows as records; nil where a column cannot be stored.
  private static func store(_ request: FetchRequest, _ rows: [[Value]]) throws -> InMemoryStore? {
    let attributes = request.columns.map {
      Attribute(name: $0.name, type: $0.expression.type, isOptional: true)
    }
    guard attributes.allSatisfy({ isStored($0.type) }) else { return nil }
    let store = InMemoryStore()
    let entity = Entity(name: name, properties: attributes.map(Property.attribute))
    try store.apply(SchemaChange(entities: [entity]))
    var changes = ChangeSet()
    let records = rows.map { row in
      let values = zip(attributes, row).map { (AttributePath([$0.name]), $1) }
      return Dictionary(values) { first, _ in first }
    }
    changes.inserted = [RecordRows(entity, records)]
    try store.apply(changes)
    return store
  }

  /// Whether an attribute may be of `type`, which a record is not.
  private static func isStored(_ type: ValueType) -> Bool {
    switch type {
    case .record, .list(.record): false
    default: Column.empty(of: type) != nil
    }
  }

  /// A request that reads the columns of `inner` as attributes.
  private static func request(
    over inner: FetchRequest,
    _ random: inout SeededRandom
  ) -> FetchRequest? {
    let record = RecordExpression.scope(level: 0, entity: name)
    let cells = inner.columns.map {
      TypedExpression(.attribute(AttributePath([$0.name]), of: record), $0.expression.type)
    }
    let sortable = cells.filter { if case .list = $0.type { false } else { true } }
    guard let cell = cells.first else { return nil }
    var request = FetchRequest(entity: name)
    if random.chance(40) {
      let test = TypedExpression(.isNull(random.pick(cells)), .bool)
      request.predicate = random.chance(70) ? TypedExpression(.not(test), .bool) : test
    }
    if random.chance(25), let key = sortable.first {
      let count = GroupAggregate(function: .count, filter: nil, element: nil, type: .int)
      let list = GroupAggregate(function: .max, filter: nil, element: key, type: key.type)
      request.grouping = Grouping(keys: [key], aggregates: [count, list])
      request.columns = [
        OutputColumn(name: "key", expression: Grouping.key(0, key.type)),
        OutputColumn(name: "count", expression: Grouping.aggregate(0, .int)),
        OutputColumn(name: "max", expression: Grouping.aggregate(1, key.type)),
      ]
    } else {
      request.columns = cells.enumerated().map { OutputColumn(name: "c\($0)", expression: $1) }
      request.isDistinct = random.chance(20)
      if random.chance(50), !sortable.isEmpty {
        let key = SortKey(
          expression: random.pick(sortable),
          isDescending: random.chance(50),
          nullsFirst: random.chance(50),
          order: .standard
        )
        request.sort = [key]
      }
    }
    if random.chance(20) { request.columns.append(OutputColumn(name: "again", expression: cell)) }
    if request.grouping != nil { request.columns.removeAll { $0.name == "again" } }
    if random.chance(40) { request.limit = Int.random(in: 1...9, using: &random) }
    if random.chance(30) { request.offset = Int.random(in: 0...4, using: &random) }
    return request
  }
}
