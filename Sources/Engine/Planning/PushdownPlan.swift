import Expressions
import Model
import Storage

/// What a store takes over of a request, and what is left of it.
///
/// Conditions that can fail stay: they are tested for the records that all others leave. Groups and
/// distinct rows are made of records in identity order, so what is sorted and cut are not the records.
/// Of groups that a store makes the order, by their keys, is the engine's.
struct PushdownPlan {
  /// The store's part.
  private(set) var query: StoreQuery
  /// The engine's part.
  private(set) var rest: FetchRequest

  init(of request: FetchRequest, in snapshot: any StoreSnapshot, _ moment: EvaluationContext) {
    query = StoreQuery(entity: request.entity)
    rest = request
    let conjuncts = request.predicate?.conjuncts ?? []
    let asked = conjuncts.filter { !$0.canFail(at: moment) }
    guard let pushdown = snapshot.capability((any PushdownSnapshot).self, of: request.entity) else {
      return
    }
    let offer = pushdown.offer(request, conjuncts: asked, moment: moment)
    take(asked, offer, of: conjuncts)
    takeOrder(offer, moment)
    if offer.groups, rest.predicate == nil { query.grouping = rest.grouping }
    if !query.isPlain { query.moment = moment }
  }

  private mutating func take(
    _ asked: [TypedExpression],
    _ offer: Pushdown,
    of conjuncts: [TypedExpression]
  ) {
    let answers = zip(asked, offer.conjuncts)
    query.conditions = answers.filter { $1 != .unsupported }.map(\.0)
    if query.conditions.isEmpty { return }
    let exact = Set(answers.filter { $1 == .exact }.map(\.0))
    rest.predicate = .conjunction(of: conjuncts.filter { !exact.contains($0) })
  }

  private mutating func takeOrder(_ offer: Pushdown, _ moment: EvaluationContext) {
    if rest.grouping != nil || rest.isDistinct { return }
    if !rest.sort.isEmpty {
      let mayFail =
        rest.predicate?.canFail(at: moment) == true
        || rest.sort.contains { $0.expression.canFail(at: moment) }
      // What fails is to fail for the record of lowest identity, so these come in that order.
      if !offer.sort || mayFail { return }
      query.sort = rest.sort
      rest.sort = []
    }
    guard offer.limit, rest.predicate == nil, rest.limit != nil || rest.offset > 0 else { return }
    query.limit = rest.limit
    query.offset = rest.offset
    rest.limit = nil
    rest.offset = 0
  }
}
