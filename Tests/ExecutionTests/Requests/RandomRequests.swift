import Model
import Storage
import TestSupport

/// Generates random requests over random models: records, groups, or distinct rows.
struct RandomRequests {
  let schema: RandomSchema

  init(_ schema: RandomSchema) {
    self.schema = schema
  }

  /// A request of any form.
  func any(_ random: inout SeededRandom) -> FetchRequest {
    random.chance(70) ? ofRecords(&random) : RandomGroupings(schema).request(&random)
  }

  /// A request for records, which are shown with their identities.
  func ofRecords(_ random: inout SeededRandom) -> FetchRequest {
    let entity = random.pick(schema.roots)
    let expressions = RandomExpressions(schema: schema, entity: entity)
    let sorted = RandomSchema.scalars + [.enumeration(schema.kind)]
    let shown = sorted + schema.manifold
    var request = FetchRequest(entity: entity)
    if random.chance(80) { request.predicate = expressions.condition(&random) }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let depth = random.pick([0, 1, 2])
      let key = expressions.expression(random.pick(sorted), depth: depth, &random)
      request.sort.append(expressions.key(key, &random))
    }
    if random.chance(40) { request.limit = Int.random(in: 1...20, using: &random) }
    if random.chance(30) { request.offset = Int.random(in: 0...10, using: &random) }
    if request.limit != nil, random.chance(30) {
      request.limitKeys = (0..<random.pick([1, 1, 2])).map { _ in
        expressions.expression(random.pick(sorted), depth: random.pick([0, 0, 1]), &random)
      }
      request.limit = Int.random(in: 1...3, using: &random)
      request.offset = random.pick([0, 0, 1])
    }
    for index in 0..<Int.random(in: 0...3, using: &random) {
      let column = expressions.expression(random.pick(shown), depth: 3, &random)
      request.columns.append(OutputColumn(name: "c\(index)", expression: column))
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

extension RandomExpressions {
  /// Conditions that hold together: some that a store takes over, some that it leaves.
  func condition(_ random: inout SeededRandom) -> TypedExpression {
    var conditions = (0..<random.pick([1, 1, 1, 2, 3])).map { _ in
      expression(.bool, depth: random.pick([1, 1, 2, 2, 3, 4]), &random)
    }
    if random.chance(15) {
      let place = Place(record: .scope(level: 0, entity: entity), level: 0)
      conditions.insert(kindTest(place, &random), at: 0)
    }
    return conditions.dropFirst().reduce(conditions[0]) { TypedExpression(.and($0, $1), .bool) }
  }

  /// A key of any direction and order.
  func key(_ expression: TypedExpression, _ random: inout SeededRandom) -> SortKey {
    SortKey(
      expression: expression,
      isDescending: random.chance(50),
      nullsFirst: random.chance(50),
      order: random.pick(StringOrder.allCases)
    )
  }
}
