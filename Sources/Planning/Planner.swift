public import Model
public import Storage

/// Turns a request into a plan: what the store takes over, what the engine does, in which order.
public struct Planner {
  /// The rules that better a plan, applied in this order.
  public static let rules: [any OptimizerRule] = [OrderConjuncts(), KeepOnlyNeededRows()]

  private let store: any Store

  /// Makes a planner for requests to `store`.
  public init(store: any Store) {
    self.store = store
  }

  /// The plan for `request`.
  public func plan(_ request: FetchRequest) -> Plan {
    Self.enginePlan(request)
  }

  /// The plan for a query inside an expression, which the engine carries out.
  public static func plan(_ query: RecordQuery) -> Plan {
    enginePlan(
      FetchRequest(
        entity: query.entity,
        predicate: query.predicate,
        sort: query.sort,
        limit: query.limit,
        offset: query.offset
      )
    )
  }

  /// The plan that leaves everything to the engine, for records that no store offers to look at.
  public static func enginePlan(_ request: FetchRequest) -> Plan {
    rules.reduce(straightforwardPlan(request)) { $1.apply(to: $0) }
  }

  /// The plan that does what the request says, clause by clause.
  ///
  /// Everything is left to the engine so far: scans do not carry a store's part of the work yet.
  private static func straightforwardPlan(_ request: FetchRequest) -> Plan {
    var plan = source(of: request)
    if let predicate = request.predicate {
      plan = .filter([predicate], plan)
    }
    if let grouping = request.grouping {
      plan = .group(grouping, plan)
    }
    if let predicate = request.groupPredicate {
      plan = .filter([predicate], plan)
    }
    if request.isDistinct {
      plan = .distinct(request.columns.map(\.expression), plan)
    }
    if !request.sort.isEmpty {
      plan = .sort(request.sort, keep: nil, plan)
    }
    if request.offset > 0 || request.limit != nil {
      plan = .slice(offset: request.offset, limit: request.limit, plan)
    }
    return .project(request.columns, plan)
  }

  private static func source(of request: FetchRequest) -> Plan {
    switch request.source {
    case .records: .scan(entity: request.entity)
    case .rows(let inner): .rows(of: enginePlan(inner), as: request.entity)
    }
  }
}

/// One way to better a plan; the rows that the plan yields stay the same.
public protocol OptimizerRule: Sendable {
  /// The plan after the rule; the same one if it does not apply.
  func apply(to plan: Plan) -> Plan
}
