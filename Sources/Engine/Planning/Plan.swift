public import Model
public import Storage

/// The execution of a request: operators from the scan outwards, each over its input.
public indirect enum Plan: Hashable, Sendable {
  /// The records that the store returns, in identity order unless the store sorts.
  case scan(StoreQuery)
  /// The rows of another plan, which ends with a projection, as records of the entity `as`.
  case rows(of: Plan, as: String)
  /// The records that satisfy all conditions, tested in this order.
  case filter([TypedExpression], Plan)
  /// The groups of records as rows of ``Grouping/entity``, in ascending order of their keys.
  case group(Grouping, Plan)
  /// The records with the values of windows as rows of ``Windows``, in the order of the input.
  case window([Window], Plan)
  /// The first record by identity of those for which all expressions are equal.
  case distinct([TypedExpression], Plan)
  /// The records in the order of the keys; only the first `keep` are needed, or all if nil.
  case sort([SortKey], keep: Int?, Plan)
  /// The records after the first `offset`, at most `limit` of them.
  case slice(offset: Int, limit: Int?, Plan)
  /// The first records of each group, after as many as the offset says.
  case slicePer([TypedExpression], offset: Int, limit: Int?, Plan)
  /// The columns of each record.
  case project([OutputColumn], Plan)

  /// All records of an entity, in identity order.
  public static func scan(entity: String) -> Plan { .scan(StoreQuery(entity: entity)) }

  /// The input of the operator; nil for a scan.
  public var input: Plan? {
    switch self {
    case .scan: nil
    case .rows(let input, _), .filter(_, let input), .group(_, let input), .window(_, let input),
      .distinct(_, let input), .sort(_, _, let input), .slice(_, _, let input),
      .slicePer(_, _, _, let input), .project(_, let input):
      input
    }
  }

  /// The operator over a transformed input; a scan stays as it is.
  public func mapInput(_ transform: (Plan) throws -> Plan) rethrows -> Plan {
    switch self {
    case .scan: self
    case .rows(let input, let name): .rows(of: try transform(input), as: name)
    case .filter(let conjuncts, let input): .filter(conjuncts, try transform(input))
    case .group(let grouping, let input): .group(grouping, try transform(input))
    case .window(let windows, let input): .window(windows, try transform(input))
    case .distinct(let expressions, let input): .distinct(expressions, try transform(input))
    case .slicePer(let keys, let offset, let limit, let input):
      .slicePer(keys, offset: offset, limit: limit, try transform(input))
    case .sort(let keys, let keep, let input): .sort(keys, keep: keep, try transform(input))
    case .slice(let offset, let limit, let input):
      .slice(offset: offset, limit: limit, try transform(input))
    case .project(let columns, let input): .project(columns, try transform(input))
    }
  }

  /// The entity of the resulting records.
  public var entity: String {
    switch self {
    case .scan(let query): query.entity
    case .rows(_, let entity): entity
    case .group: Grouping.entity
    case .window: Windows.entity
    default: input?.entity ?? ""
    }
  }

  /// The query that the store executes.
  public var innermostQuery: StoreQuery? {
    if case .scan(let query) = self { query } else { input?.innermostQuery }
  }

  /// Whether the records are those of the store, not derived rows.
  public var isOverRecords: Bool {
    switch self {
    case .scan: true
    case .rows, .group, .window: false
    default: input?.isOverRecords ?? true
    }
  }

  /// The plan that leaves no work to the store, but all to the engine; nil if there is none.
  public var withoutPushdown: Plan? {
    guard let query = innermostQuery, !query.isPlain else { return nil }
    return replacingScan(of: query)
  }

  private func replacingScan(of query: StoreQuery) -> Plan {
    switch self {
    case .scan: query.enginePlan(and: [])
    case .filter(let conjuncts, .scan): query.enginePlan(and: conjuncts)
    default: mapInput { $0.replacingScan(of: query) }
    }
  }

  /// The operator without its input, which identifies a step.
  public var withoutInput: Plan { mapInput { _ in .scan(entity: "") } }
}

extension StoreQuery {
  /// The operators that do the same without pushdown, and also test other conditions. Groups and
  /// distinct rows are computed by operators above.
  fileprivate func enginePlan(and others: [TypedExpression]) -> Plan {
    var plan = Plan.scan(entity: entity)
    let all = conditions + others
    if !all.isEmpty { plan = .filter(OrderConjuncts.ordered(all), plan) }
    if !limitKeys.isEmpty {
      if !sort.isEmpty { plan = .sort(sort, keep: nil, plan) }
      return .slicePer(limitKeys, offset: offset, limit: limit, plan)
    }
    if !sort.isEmpty {
      let keep = limit.flatMap { limit -> Int? in
        let (needed, overflow) = offset.addingReportingOverflow(limit)
        return overflow ? nil : needed
      }
      plan = .sort(sort, keep: keep, plan)
    }
    if limit != nil || offset > 0 { plan = .slice(offset: offset, limit: limit, plan) }
    return plan
  }
}
