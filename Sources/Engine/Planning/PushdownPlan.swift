import Expressions
import Model
import Storage

/// Divides a request between store and engine.
///
/// Conditions that can fail stay in the engine, which tests them last, unless the store notices
/// failures and there is only one such condition. Groups and distinct rows need records in identity
/// order, so sorting and limits then apply to their results. The engine sorts groups that a store
/// computes; the store may return only the first ones.
struct PushdownPlan {
  /// The store's part.
  private(set) var query: StoreQuery
  /// The engine's part.
  private(set) var rest: FetchRequest

  init(of request: FetchRequest, in snapshot: any StoreSnapshot, _ moment: EvaluationContext) {
    query = StoreQuery(entity: request.entity)
    rest = request
    let conjuncts = request.predicate?.conjuncts ?? []
    guard let pushdown = snapshot.capability((any PushdownSnapshot).self, of: request.entity) else {
      return
    }
    let failing = conjuncts.filter { $0.canFail(at: moment) }
    let noticesFailures = pushdown.noticesFailures
    // Of several, the store may test the second one first and skip the failing one.
    let asked = conjuncts.filter { conjunct in
      !failing.contains(conjunct) || (noticesFailures && failing.count == 1)
    }
    let supported = pushdown.supportedParts(of: request, conjuncts: asked, moment: moment)
    take(asked, supported, of: conjuncts)
    takeOrder(supported, moment, noticesFailures)
    if supported.groups, rest.predicate == nil, rest.grouping?.hasTotals == false {
      query.grouping = rest.grouping
      query.groupConditions = supported.groupConditions
      query.firstGroups = supported.firstGroups
    }
    if supported.distinct, rest.predicate == nil, rest.windows.isEmpty {
      query.distinct = rest.columns.map(\.expression)
    }
    if !query.isPlain { query.moment = moment }
  }

  private mutating func take(
    _ asked: [TypedExpression],
    _ supported: Pushdown,
    of conjuncts: [TypedExpression]
  ) {
    let answers = zip(asked, supported.conjuncts)
    query.conditions = answers.filter { $1 != .unsupported }.map(\.0)
    if query.conditions.isEmpty { return }
    let exact = Set(answers.filter { $1 == .exact }.map(\.0))
    rest.predicate = .conjunction(of: conjuncts.filter { !exact.contains($0) })
  }

  private mutating func takeOrder(
    _ supported: Pushdown,
    _ moment: EvaluationContext,
    _ noticesFailures: Bool
  ) {
    // Windows change the rows that these refer to.
    if rest.grouping != nil || rest.isDistinct || !rest.windows.isEmpty { return }
    if !rest.sort.isEmpty {
      let mayFail =
        rest.predicate?.canFail(at: moment) == true
        || (!noticesFailures && rest.sort.contains { $0.expression.canFail(at: moment) })
      // Errors must name the failing record of lowest identity, which needs identity order.
      if !supported.sort || mayFail { return }
      query.sort = rest.sort
      rest.sort = []
    }
    guard rest.limitKeys.isEmpty ? supported.limit : supported.limitPerGroup,
      rest.predicate == nil, rest.limit != nil || rest.offset > 0
    else { return }
    query.limitKeys = rest.limitKeys
    rest.limitKeys = []
    query.limit = rest.limit
    query.offset = rest.offset
    rest.limit = nil
    rest.offset = 0
  }
}
