import Model
import Storage
import TestSupport

/// Requests with groups or distinct rows.
struct RandomGroupings {
  let schema: RandomSchema
  private let types = RandomSchema.scalars

  init(_ schema: RandomSchema) {
    self.schema = schema
  }

  func request(_ random: inout SeededRandom) -> FetchRequest {
    let entity = random.pick(schema.roots)
    let expressions = RandomExpressions(schema: schema, entity: entity)
    var request = FetchRequest(entity: entity)
    if random.chance(50) { request.predicate = expressions.condition(&random) }
    if random.chance(30) {
      makeUnique(&request, expressions, &random)
    } else {
      makeGroups(&request, expressions, &random)
    }
    if random.chance(40) { request.limit = Int.random(in: 1...9, using: &random) }
    if random.chance(30) { request.offset = Int.random(in: 0...4, using: &random) }
    return request
  }

  private func makeUnique(
    _ request: inout FetchRequest,
    _ expressions: RandomExpressions,
    _ random: inout SeededRandom
  ) {
    request.isDistinct = true
    for index in 0..<Int.random(in: 1...3, using: &random) {
      let column = expressions.expression(
        random.pick(types),
        depth: random.pick([0, 0, 1]),
        &random
      )
      request.columns.append(OutputColumn(name: "c\(index)", expression: column))
    }
    if random.chance(60) {
      request.sort = [expressions.key(random.pick(request.columns).expression, &random)]
    }
  }

  private func makeGroups(
    _ request: inout FetchRequest,
    _ expressions: RandomExpressions,
    _ random: inout SeededRandom
  ) {
    // Only a few simple ones can be pushed down.
    let keys = (0..<random.pick([0, 0, 1, 1, 2, 3])).map { _ in
      random.chance(20)
        ? record(expressions, &random)
        : expressions.expression(random.pick(types), depth: random.pick([0, 0, 1]), &random)
    }
    let aggregates = (0..<random.pick([1, 1, 2, 3])).map { _ in
      aggregate(expressions, &random)
    }
    let hasTotals = !keys.isEmpty && random.chance(30)
    request.grouping = Grouping(keys: keys, aggregates: aggregates, hasTotals: hasTotals)
    let cells =
      keys.enumerated().map { Grouping.key($0, $1.type) }
      + aggregates.enumerated().map { Grouping.aggregate($0, $1.type) }
      + (hasTotals ? keys.indices.map(Grouping.isTotal) : [])
    request.columns = cells.enumerated().map { OutputColumn(name: "c\($0)", expression: $1) }
    let sortable = cells.filter { types.contains($0.type) }
    if random.chance(60), !sortable.isEmpty {
      request.sort = [expressions.key(random.pick(sortable), &random)]
    }
    if random.chance(30) {
      let isNull = TypedExpression(.isNull(random.pick(cells)), .bool)
      request.groupPredicate = random.chance(50) ? isNull : TypedExpression(.not(isNull), .bool)
    }
  }

  /// A record, a related one, or one of them by a condition.
  private func record(
    _ expressions: RandomExpressions,
    _ random: inout SeededRandom
  ) -> TypedExpression {
    func reached(_ record: RecordExpression) -> TypedExpression {
      TypedExpression(.record(record), .record(entity: record.entity))
    }
    let record = reached(
      expressions.reachable(
        from: .scope(level: 0, entity: expressions.entity),
        &random
      )
    )
    guard random.chance(30) else { return record }
    let condition = expressions.expression(.bool, depth: 1, &random)
    let choice = TypedExpression.Kind.conditional(
      condition,
      then: record,
      otherwise: .literal(.null, .null)
    )
    return TypedExpression(choice, record.type)
  }

  private func aggregate(
    _ expressions: RandomExpressions,
    _ random: inout SeededRandom
  ) -> GroupAggregate {
    let filter = random.chance(20) ? expressions.expression(.bool, depth: 2, &random) : nil
    let plain: [AggregateFunction] = [.count, .sum, .min, .max]
    let functions = random.chance(30) ? plain : AggregateFunction.allCases.filter { $0 != .any }
    let function = random.pick(functions)
    if function == .count, random.chance(60) {
      return GroupAggregate(function: .count, filter: filter, element: nil, type: .int)
    }
    if [.first, .last, .list, .countDistinct].contains(function), random.chance(25) {
      let element = record(expressions, &random)
      let type = Self.type(of: function, element.type)
      return GroupAggregate(function: function, filter: filter, element: element, type: type)
    }
    let numbers: [ValueType] = [.int, .double, .decimal]
    let needsNumber = [
      .sum, .avg, .median, .percentile, .stddev, .stddevp, .variance, .skewness, .correlation,
      .regression,
    ].contains(function)
    let needsOrder = [.min, .max, .mode, .text].contains(function)
    let type = random.pick(
      needsNumber ? numbers : needsOrder ? types.filter { $0 != .bool } : types
    )
    var element = expressions.expression(type, depth: random.pick([0, 0, 0, 1, 2]), &random)
    var others: [TypedExpression] = []
    if [.correlation, .regression].contains(function) {
      others = [expressions.expression(random.pick(numbers), depth: 1, &random)]
    }
    let options = options(function, expressions, &others, &random)
    if !others.isEmpty { element = TypedExpression(.list([element] + others), .list(.null)) }
    return GroupAggregate(
      function: function,
      filter: filter,
      element: element,
      options: options,
      type: Self.type(of: function, type)
    )
  }

  /// Constants and sort keys; the keys are added to `others`.
  private func options(
    _ function: AggregateFunction,
    _ expressions: RandomExpressions,
    _ others: inout [TypedExpression],
    _ random: inout SeededRandom
  ) -> AggregateOptions {
    var options = AggregateOptions()
    if function == .percentile {
      options.argument = .double(random.pick([0, 0.1, 0.25, 0.5, 0.9, 1]))
    }
    if function == .text { options.argument = .string(random.pick([", ", ""])) }
    guard [.first, .last, .list, .text].contains(function) else { return options }
    if [.list, .text].contains(function) {
      options.isDistinct = random.chance(30)
      if random.chance(30) { options.limit = random.pick([1, 2, 5]) }
    }
    guard random.chance(40) else { return options }
    for _ in 0..<random.pick([1, 1, 2]) {
      let type = random.pick([ValueType.int, .double, .string, .date])
      others.append(expressions.expression(type, depth: 1, &random))
      options.sort.append(
        .init(
          isDescending: random.chance(50),
          nullsFirst: random.chance(50),
          order: random.pick(StringOrder.allCases)
        )
      )
    }
    return options
  }

  private static func type(of function: AggregateFunction, _ element: ValueType) -> ValueType {
    switch function {
    case .count, .countDistinct: .int
    case .any: .bool
    case .list: .list(element)
    case .avg, .median, .percentile: element == .decimal ? .decimal : .double
    case .stddev, .stddevp, .variance, .skewness, .correlation: .double
    case .regression: .list(.double)
    case .text: .string
    case .sum, .min, .max, .mode, .first, .last: element
    }
  }
}
