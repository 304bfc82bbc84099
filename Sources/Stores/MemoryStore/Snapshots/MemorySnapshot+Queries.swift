import Columns
public import Expressions
public import Model
public import Storage

/// Conditions on unique attributes, whose index finds the records.
extension MemorySnapshot: PushdownSnapshot {
  /// Takes over one condition on a unique attribute.
  public func supportedParts(
    of request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    var supported = Pushdown(conjuncts: Array(repeating: .unsupported, count: conjuncts.count))
    if let place = conjuncts.firstIndex(where: { rows(of: request.entity, $0, moment) != nil }) {
      supported.conjuncts[place] = .exact
    }
    return supported
  }

  /// Streams the records that satisfy that condition.
  public func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    guard let condition = query.conditions.first else { return try scan(query.entity, sources) }
    guard let moment = query.moment, let rows = rows(of: query.entity, condition, moment) else {
      throw UnsupportedPushdown()
    }
    return WholeColumnReader(
      references: rows,
      columns: try gather(sources, of: query.entity, at: rows)
    )
  }

  /// Where the records are from, if that was noted.
  public func explanation(
    of query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation? {
    try table(query.entity).origin.map { origin in
      StoreExplanation(language: "memory", statement: [origin], bindings: [], steps: [])
    }
  }

  private func rows(
    of entity: String,
    _ condition: TypedExpression,
    _ moment: EvaluationContext
  ) -> [Int64]? {
    guard let condition = UniqueCondition(condition, moment), let table = try? table(entity) else {
      return nil
    }
    return condition.rows(in: table)
  }
}
