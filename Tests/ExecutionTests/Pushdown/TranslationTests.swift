import Expressions
import Foundation
import Model
import SQLGeneration
import Storage
import TestSupport
import Testing

/// Generated SQL against the definition: random conditions and keys over random data find the same
/// records in SQLite, in the same order.
@Suite struct TranslationDifferentialTests {
  private let context = EvaluationContext(
    now: Timestamp(microseconds: 1_700_000_000_000_000),
    timeZone: .gmt
  )

  @Test(arguments: 0..<UInt64(fuzzCount(8)), MappedWorld.Trust.allCases)
  func conditionsAgreeWithTheDefinition(seed: UInt64, trust: MappedWorld.Trust) throws {
    var random = SeededRandom(seed: 4000 + seed)
    let sample = SampleWorld(
      &random,
      owners: random.pick([1, 7, 30]),
      items: random.pick([1, 40])
    )
    let mapped = try MappedWorld(sample, trust)
    let translator = SQLTranslator(schema: SampleSchema.schema, mapping: mapped.mapping)
    var counts: [Offer.Answer: Int] = [:]
    for _ in 0..<150 {
      let condition = condition(&random)
      let request = FetchRequest(entity: condition.entity, predicate: condition.expression)
      let answer = translator.offer(
        request,
        conjuncts: [condition.expression],
        moment: context
      ).conjuncts[0]
      counts[answer, default: 0] += 1
      if answer == .unsupported { continue }
      try check(condition, answer == .exact, mapped, translator, "seed \(seed)")
    }
    #expect(counts[.exact, default: 0] > 15, "\(counts)")
  }

  @Test(arguments: 0..<UInt64(fuzzCount(5)), MappedWorld.Trust.allCases)
  func ordersAgreeWithTheDefinition(seed: UInt64, trust: MappedWorld.Trust) throws {
    var random = SeededRandom(seed: 5000 + seed)
    let sample = SampleWorld(&random, owners: random.pick([1, 30]), items: random.pick([1, 90]))
    let mapped = try MappedWorld(sample, trust)
    let translator = SQLTranslator(schema: SampleSchema.schema, mapping: mapped.mapping)
    var taken = 0
    for _ in 0..<100 {
      let request = order(&random)
      guard translator.offer(request, conjuncts: [], moment: context).limit else { continue }
      taken += 1
      let query = StoreQuery(
        entity: request.entity,
        sort: request.sort,
        limit: request.limit,
        offset: request.offset,
        moment: context
      )
      let sql = try #require(translator.select(query) { [$0.rowNumber] })
      #expect(
        try mapped.rows(sql) == found(request, mapped.world),
        "seed \(seed): \(sql)"
      )
    }
    #expect(taken > 10)
  }

  private struct Condition {
    let entity: String
    let expression: TypedExpression
  }

  private func condition(_ random: inout SeededRandom) -> Condition {
    let entity = random.pick(["Owner", "Item"])
    let expressions = RandomExpressions(entity: entity)
    let depth = random.pick([1, 2, 2, 3, 4])
    return Condition(
      entity: entity,
      expression: expressions.expression(.bool, depth: depth, &random)
    )
  }

  private func order(_ random: inout SeededRandom) -> FetchRequest {
    let entity = random.pick(["Owner", "Item"])
    let expressions = RandomExpressions(entity: entity)
    let types: [ValueType] = [
      .int, .double, .string, .date, .bool, .uuid, RandomExpressions.kind,
    ]
    var request = FetchRequest(entity: entity)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      request.sort.append(
        SortKey(
          expression: expressions.expression(
            random.pick(types),
            depth: random.pick([0, 1, 2]),
            &random
          ),
          isDescending: random.chance(50),
          nullsFirst: random.chance(50),
          order: random.pick(StringOrder.allCases)
        )
      )
    }
    if random.chance(40) { request.limit = Int.random(in: 1...20, using: &random) }
    if random.chance(30) { request.offset = Int.random(in: 0...10, using: &random) }
    return request
  }

  private func check(
    _ condition: Condition,
    _ isExact: Bool,
    _ mapped: MappedWorld,
    _ translator: SQLTranslator,
    _ note: String
  ) throws {
    let request = FetchRequest(entity: condition.entity, predicate: condition.expression)
    let query = StoreQuery(
      entity: condition.entity,
      conditions: [condition.expression],
      moment: context
    )
    let sql = try #require(translator.select(query) { [$0.rowNumber] })
    let rows = try mapped.rows(sql)
    let wanted = found(request, mapped.world)
    if isExact {
      #expect(rows == wanted, "\(note): \(sql) for \(condition.expression)")
    } else {
      #expect(Set(rows).isSuperset(of: wanted), "\(note): \(sql) for \(condition.expression)")
    }
    let count = try #require(translator.count(query))
    #expect(try mapped.rows(count) == [Int64(rows.count)], "\(note): \(count)")
  }

  /// The numbers of the records that a request finds by definition, from 1.
  private func found(_ request: FetchRequest, _ world: SampleWorld) -> [Int64] {
    var request = request
    let record = RecordExpression.scope(level: 0, entity: request.entity)
    request.columns = [
      OutputColumn(
        name: "id",
        expression: TypedExpression(.record(record), .record(entity: request.entity))
      )
    ]
    guard case .rows(let rows) = Reference(world: world, context: context).outcome(request) else {
      return []
    }
    return rows.compactMap { row in
      guard case .record(let id)? = row.first, case .number(let number) = id.key else { return nil }
      return number
    }
  }
}
