import Expressions
import Model

/// What is made of many records or elements.
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
    // A path through many records multiplies: what is behind so many of them is not shown.
    try evaluator.visit(aggregate.path, from: aggregate.base, scopes) { record in
      records.append(record)
      return records.count < TraceMembers.mostVisited
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

  /// Where an element stands: what evaluates there, its scopes, and what it is.
  private typealias Place = (
    evaluator: TraceEvaluator, scopes: [Int64], record: RecordID?, element: Value?
  )

  /// Beyond ``TraceMembers/most`` only the element that decides is kept.
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

/// What is done with each element.
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
  /// The most elements that are kept, but for the one that decides.
  static let most = 50
  /// The most records behind a path that are looked at for showing them.
  static let mostVisited = 10_000
}

extension TraceMembers.Member {
  /// Whether no element behind this one is looked at.
  func decides(_ function: AggregateFunction) -> Bool {
    if filter?.outcome.isFailure == true || reduced?.outcome.isFailure == true { return true }
    return function == .any && reduced?.outcome.isTrue == true
  }

  /// Whether the filter left the element in.
  var counts: Bool { filter?.outcome.isTrue ?? true }
}
