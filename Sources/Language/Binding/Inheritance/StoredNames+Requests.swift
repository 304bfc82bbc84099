import Columns
import Expressions
import Model
import Storage

/// Requests with stored names; see ``StoredNames``.
extension StoredNames {
  func request(_ request: FetchRequest) -> FetchRequest {
    var stored = FetchRequest(
      entity: entity(request.entity),
      source: source(request.source),
      predicate: predicate(request.predicate, of: request.entity),
      grouping: request.grouping.map(grouping),
      groupPredicate: request.groupPredicate.map(expression),
      isDistinct: request.isDistinct,
      sort: request.sort.map { $0.with(expression($0.expression)) },
      limitKeys: request.limitKeys.map(expression),
      limit: request.limit,
      offset: request.offset,
      columns: request.columns.map { $0.mapped(expression) }
    )
    stored.moment = request.moment
    stored.windows = request.windows.map { $0.mapped(expression) }
    return stored
  }

  private func source(_ source: FetchSource) -> FetchSource {
    if case .rows(let inner) = source { .rows(of: request(inner)) } else { .records }
  }

  private func grouping(_ grouping: Grouping) -> Grouping {
    Grouping(
      keys: grouping.keys.map(expression),
      aggregates: grouping.aggregates.map {
        GroupAggregate(
          function: $0.function,
          filter: $0.filter.map(expression),
          element: $0.element.map(expression),
          options: $0.options,
          type: $0.type
        )
      },
      hasTotals: grouping.hasTotals
    )
  }

  func rows(_ rows: RecordRows) -> RecordRows {
    let columns = rows.columns.map { (path($0.key, in: rows.entity), $0.value) }
    let references = rows.references.map { (relationship($0.key, in: rows.entity), $0.value) }
    var stored = RecordRows(
      entity: entity(rows.entity),
      keys: rows.keys,
      columns: Dictionary(columns, uniquingKeysWith: { first, _ in first }),
      references: Dictionary(references, uniquingKeysWith: { first, _ in first })
    )
    if stored.entity != rows.entity {
      var kinds = StringDictionary()
      let codes = Array(repeating: kinds.code(for: rows.entity), count: rows.count)
      stored.columns[AttributePath([Schema.kindAttribute])] = .string(
        StringColumn(codes: FixedColumn(values: codes), dictionary: kinds)
      )
    }
    return stored
  }
}
