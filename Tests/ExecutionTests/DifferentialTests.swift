import Expressions
import Foundation
import MemoryStore
import Model
import Planning
import Storage
import TestSupport
import Testing

@testable import Execution

/// Column programs against the definition: random requests over random data give the same records,
/// in the same order, with the same values, and fail for the same record.
@Suite struct DifferentialTests {
  private let context = EvaluationContext(
    now: Timestamp(microseconds: 1_700_000_000_000_000),
    timeZone: .gmt
  )

  @Test(arguments: 0..<UInt64(fuzzCount(24)))
  func agreesWithTheDefinition(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let world = SampleWorld(
      &random,
      owners: random.pick([0, 1, 7, 30]),
      items: random.pick([0, 1, 40, 90])
    )
    let store = try world.makeStore()
    for _ in 0..<60 {
      let request = Self.request(&random)
      let expected = Reference(world: world, context: context).outcome(request)
      #expect(store.outcome(request, context) == expected, "seed \(seed): \(request)")
    }
  }

  /// More records than a batch holds, with few different values: ties and failures cross the edges.
  @Test(arguments: 0..<UInt64(fuzzCount(3)))
  func agreesAcrossBatches(seed: UInt64) throws {
    var random = SeededRandom(seed: 1000 + seed)
    let world = SampleWorld(&random, owners: 2100, items: 4200)
    let store = try world.makeStore()
    for _ in 0..<8 {
      var request = Self.request(&random)
      if random.chance(50) { request.limit = Int.random(in: 1...5000, using: &random) }
      if random.chance(50) { request.offset = Int.random(in: 0...4000, using: &random) }
      let expected = Reference(world: world, context: context).outcome(request)
      #expect(store.outcome(request, context) == expected, "seed \(seed): \(request)")
    }
  }

  @Test(arguments: 0..<UInt64(fuzzCount(16)))
  func groupsAndDistinctRowsAgreeWithTheDefinition(seed: UInt64) throws {
    var random = SeededRandom(seed: 2000 + seed)
    let world = SampleWorld(
      &random,
      owners: random.pick([0, 1, 7, 30]),
      items: random.pick([0, 1, 40, 90, 2500])
    )
    let store = try world.makeStore()
    for _ in 0..<30 {
      let request = RandomGroupings().request(&random)
      let expected = GroupReference(world: world, context: context).outcome(request)
      #expect(store.outcome(request, context) == expected, "seed \(seed): \(request)")
    }
  }

  static func request(_ random: inout SeededRandom) -> FetchRequest {
    let entity = random.pick(["Owner", "Item"])
    let expressions = RandomExpressions(entity: entity)
    let types: [ValueType] = [
      .int, .double, .string, .date, .bool, .decimal, .uuid, RandomExpressions.kind,
    ]
    let shown = types + RandomExpressions.manifold
    var request = FetchRequest(entity: entity)
    if random.chance(80) { request.predicate = expressions.expression(.bool, depth: 4, &random) }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      request.sort.append(
        SortKey(
          expression: expressions.expression(random.pick(types), depth: 2, &random),
          isDescending: random.chance(50),
          nullsFirst: random.chance(50),
          order: random.pick(StringOrder.allCases)
        )
      )
    }
    if random.chance(40) { request.limit = Int.random(in: 1...20, using: &random) }
    if random.chance(30) { request.offset = Int.random(in: 0...10, using: &random) }
    for index in 0..<Int.random(in: 0...3, using: &random) {
      request.columns.append(
        OutputColumn(
          name: "c\(index)",
          expression: expressions.expression(random.pick(shown), depth: 3, &random)
        )
      )
    }
    if random.chance(25) { request.columns.append(expressions.shape(&random)) }
    let record = RecordExpression.scope(level: 0, entity: entity)
    request.columns.append(
      OutputColumn(
        name: "id",
        expression: TypedExpression(.record(record), .record(entity: entity))
      )
    )
    return request
  }
}
