import Expressions
import Model

/// Aggregates and quantifiers.
extension TraceEvaluator {
  func members(of expression: TypedExpression, _ scopes: [Int64]) throws -> TraceMembers? {
    switch expression.kind {
    case .aggregate(let aggregate): try members(of: aggregate, scopes)
    case .arrayAggregate(let aggregate): try members(of: aggregate, scopes)
    default: nil
    }
  }

  private func members(of aggregate: ToManyAggregate, _ scopes: [Int64]) throws -> TraceMembers {
    var records: [Int64] = []
    // A path can reach very many records; show only some.
    try evaluator.visit(aggregate.path, from: aggregate.base, scopes) { record in
      records.append(record)
      return records.count < TraceMembers.maxVisited
    }
    let entity = aggregate.path.last?.destination ?? aggregate.base.entity
    let reduced = ReducedParts(
      aggregate.function,
      aggregate.filter,
      aggregate.element,
      aggregate.level
    )
    return try members(records, reduced) { record in
      let id = try evaluator.source.recordID(entity: entity, reference: record)
      return (self, Array(scopes.prefix(aggregate.level)) + [record], id, nil)
    }
  }

  private func members(of aggregate: ArrayAggregate, _ scopes: [Int64]) throws -> TraceMembers? {
    guard let array = try? evaluator.evaluate(aggregate.array, scopes: scopes) else { return nil }
    let reduced = ReducedParts(
      aggregate.function,
      aggregate.filter,
      aggregate.element,
      aggregate.level
    )
    return try members(Arrays.elements(of: array), reduced) { element in
      var inner = evaluator
      inner.elements[aggregate.level] = element
      let places = Array(scopes.prefix(aggregate.level)) + [0]
      return (TraceEvaluator(inner), places, nil, element)
    }
  }

  /// How to evaluate expressions for an element.
  private typealias Place = (
    evaluator: TraceEvaluator, scopes: [Int64], record: RecordID?, element: Value?
  )

  /// After ``TraceMembers/most`` elements, keeps only the deciding one.
  private func members<Element>(
    _ elements: [Element],
    _ reduced: ReducedParts,
    _ place: (Element) throws -> Place
  ) throws -> TraceMembers {
    var members: [TraceMembers.Member] = []
    var unshown = 0
    for (index, element) in elements.enumerated() {
      let place = try place(element)
      let member = try place.evaluator.member(reduced, place)
      let isDecision = member.decides(reduced.function)
      if members.count < TraceMembers.most || isDecision {
        members.append(member)
      } else {
        unshown += 1
      }
      if isDecision {
        return TraceMembers(
          members: members,
          skippedCount: elements.count - index - 1,
          unshownCount: unshown
        )
      }
    }
    return TraceMembers(members: members, skippedCount: 0, unshownCount: unshown)
  }

  private func member(_ reduced: ReducedParts, _ place: Place) throws -> TraceMembers.Member {
    let condition = try reduced.filter.map {
      try trace($0, scopes: place.scopes, level: reduced.level)
    }
    let counts = condition?.outcome.isTrue ?? true
    return TraceMembers.Member(
      record: place.record,
      element: place.element,
      filter: condition,
      reduced: counts
        ? try reduced.element.map { try trace($0, scopes: place.scopes, level: reduced.level) }
        : nil
    )
  }
}

/// How an aggregate treats each element.
private struct ReducedParts {
  let function: AggregateFunction
  let filter: TypedExpression?
  let element: TypedExpression?
  let level: Int

  init(
    _ function: AggregateFunction,
    _ filter: TypedExpression?,
    _ element: TypedExpression?,
    _ level: Int
  ) {
    self.function = function
    self.filter = filter
    self.element = element
    self.level = level
  }
}

extension TraceMembers {
  /// The most elements to keep, in addition to the deciding one.
  static let most = 50
  /// The most related records to visit.
  static let maxVisited = 10_000
}

extension TraceMembers.Member {
  /// Whether this element decides, so that the rest is not evaluated.
  func decides(_ function: AggregateFunction) -> Bool {
    if filter?.outcome.isFailure == true || reduced?.outcome.isFailure == true { return true }
    return function == .any && reduced?.outcome.isTrue == true
  }

  /// Whether the element passes the filter.
  var counts: Bool { filter?.outcome.isTrue ?? true }
}
