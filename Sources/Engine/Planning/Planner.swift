public import Expressions
public import Model
public import Storage

/// Plans a request: which parts the store executes, which the engine, and when.
public struct Planner {
  /// The optimizer rules in order of application.
  public static let rules: [any OptimizerRule] = [OrderConjuncts(), KeepOnlyNeededRows()]

  private let snapshot: any StoreSnapshot
  private let moment: EvaluationContext

  /// Creates a planner for requests to `snapshot` in a statement that begins at `moment`.
  public init(snapshot: any StoreSnapshot, moment: EvaluationContext) {
    self.snapshot = snapshot
    self.moment = moment
  }

  /// The plan for `request`.
  public func plan(_ request: FetchRequest) -> Plan {
    Self.optimized(plan(request, over: source(of: request)))
  }

  /// The plan for a query inside an expression.
  public func plan(_ query: RecordQuery) -> Plan {
    plan(
      FetchRequest(
        entity: query.entity,
        predicate: query.predicate,
        sort: query.sort,
        limitKeys: query.limitKeys,
        limit: query.limit,
        offset: query.offset
      )
    )
  }

  /// The plan without pushdown.
  public static func enginePlan(_ request: FetchRequest) -> Plan {
    let source: Plan =
      switch request.source {
      case .records: .scan(entity: request.entity)
      case .rows(let inner): .rows(of: enginePlan(inner), as: request.entity)
      }
    return optimized(straightforwardPlan(request, over: source))
  }

  private static func optimized(_ plan: Plan) -> Plan {
    rules.reduce(plan) { $1.apply(to: $0) }
  }

  private func source(of request: FetchRequest) -> Plan {
    switch request.source {
    case .records: .scan(entity: request.entity)
    case .rows(let inner): .rows(of: plan(inner), as: request.entity)
    }
  }

  /// The plan with the store's parts in the scan, and the rest clause by clause.
  private func plan(_ request: FetchRequest, over source: Plan) -> Plan {
    guard case .scan = source else { return Self.straightforwardPlan(request, over: source) }
    let pushdown = PushdownPlan(of: request, in: snapshot, moment)
    return Self.straightforwardPlan(pushdown.rest, over: .scan(pushdown.query))
  }

  /// The plan of a request, clause by clause.
  private static func straightforwardPlan(_ request: FetchRequest, over source: Plan) -> Plan {
    var plan = source
    if let predicate = request.predicate {
      plan = .filter([predicate], plan)
    }
    if let grouping = request.grouping {
      plan = .group(grouping, plan)
    }
    if let predicate = request.groupPredicate {
      plan = .filter([predicate], plan)
    }
    if !request.windows.isEmpty {
      plan = .window(request.windows, plan)
    }
    if request.isDistinct {
      // A total is not a group of nil.
      let marks = request.columns.compactMap(\.isTotal)
      plan = .distinct(request.columns.map(\.expression) + marks, plan)
    }
    if !request.sort.isEmpty {
      plan = .sort(request.sort, keep: nil, plan)
    }
    if !request.limitKeys.isEmpty {
      plan = .slicePer(
        request.limitKeys,
        offset: request.offset,
        limit: request.limit,
        plan
      )
    } else if request.offset > 0 || request.limit != nil {
      plan = .slice(offset: request.offset, limit: request.limit, plan)
    }
    return .project(request.columns, plan)
  }
}

/// A rule that optimizes plans without changing the result.
public protocol OptimizerRule: Sendable {
  /// The optimized plan; the same one if the rule does not apply.
  func apply(to plan: Plan) -> Plan
}
