import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// The source of a query: an entity or a saved query.
struct QuerySource {
  /// The entity of the records, or the derived entity of a saved query's columns.
  let entity: Entity
  /// The result of the saved query.
  var saved: SavedResult?
  /// The moment in the past whose records the query reads; nil for the present.
  var moment: RequestedMoment?

  /// Whether the source has records of the store.
  var queriesRecords: Bool { saved?.showsRecords ?? true }
}

/// A saved query bound with its arguments.
struct SavedResult {
  let query: SavedQuery
  let request: FetchRequest
  /// Whether the result is records of the store, not other columns.
  let showsRecords: Bool
  var chart: BoundChart?
}

struct BoundQuery {
  var request: FetchRequest
  /// Whether it finds records of the store, not other columns.
  let showsRecords: Bool
  var chart: BoundChart?
}

extension QuerySyntax {
  /// The position of the source.
  var sourceSpan: SourceSpan {
    [savedQuery?.span, arguments?.span].compactMap { $0 }.reduce(entity.span) {
      $0.joined(with: $1)
    }
  }

  /// Whether it only limits the rows of its source.
  var onlyLimits: Bool {
    let isPlain = chart.map(\.columns.isEmpty) ?? true
    return clauseKeywords.allSatisfy {
      [.moment, .limit, .offset].contains($0.clause) || $0.clause == .chart && isPlain
    }
  }

  /// Whether it keeps the rows of its source, possibly with other columns.
  var keepsRows: Bool {
    clauseKeywords.allSatisfy {
      [.moment, .limit, .offset, .selection, .chart].contains($0.clause)
    }
  }
}

extension FetchRequest {
  /// The condition that its records satisfy; nil for all.
  var recordCondition: TypedExpression? { isCut ? membership : predicate }

  /// Lets all parts after the conditions read rows with windows.
  mutating func readWindows(_ windows: [Window], over row: RecordExpression) {
    func read(_ expression: TypedExpression) -> TypedExpression {
      Self.reading(expression, over: row)
    }
    self.windows = windows
    columns = columns.map { $0.mapped(read) }
    sort = sort.map { $0.with(read($0.expression)) }
    limitKeys = limitKeys.map(read)
  }

  /// An expression over records that reads rows with windows.
  static func reading(
    _ expression: TypedExpression,
    over row: RecordExpression
  ) -> TypedExpression {
    let record = Windows.record(row.entity)
    return expression.replacingRecords { $0 == row ? record : nil }
  }

  var isCut: Bool { limit != nil || offset > 0 }

  /// The request with a further offset and limit.
  func cut(offset outer: Int, limit outerLimit: Int?) -> FetchRequest {
    var result = self
    let (sum, overflow) = offset.addingReportingOverflow(outer)
    result.offset = overflow ? .max : sum
    let left = limit.map { max(0, $0 - outer) }
    result.limit = [left, outerLimit].compactMap { $0 }.min()
    return result
  }

  /// The request applied to the result of `saved`.
  ///
  /// Both must be of one entity. Without a limit the conditions are combined. With a limit, the
  /// records are found first, unless the request keeps the rows. Windows are computed over the
  /// found records only.
  func over(_ saved: FetchRequest, keepingRows: Bool) -> FetchRequest {
    var result = self
    let isPlain = grouping == nil && windows.isEmpty
    if saved.isCut, keepingRows, isPlain, saved.limitKeys.isEmpty, limitKeys.isEmpty {
      let cut = saved.cut(offset: offset, limit: limit)
      (result.offset, result.limit) = (cut.offset, cut.limit)
      result.predicate = saved.predicate
    } else {
      let found = saved.isCut ? saved.membership : saved.predicate
      result.predicate = .conjunction(of: [found, predicate].compactMap { $0 })
    }
    if grouping == nil, !isDistinct {
      let row = RecordExpression.scope(level: 0, entity: saved.entity)
      let order =
        windows.isEmpty
        ? saved.sort : saved.sort.map { $0.with(Self.reading($0.expression, over: row)) }
      result.sort += order.filter { key in
        !sort.contains { $0.expression == key.expression }
      }
    }
    return result
  }

  /// The request for the records or rows of `source`.
  func over(_ source: QuerySource, keepingRows: Bool) -> FetchRequest {
    guard let saved = source.saved else { return self }
    if saved.showsRecords { return over(saved.request, keepingRows: keepingRows) }
    var request = self
    request.source = .rows(of: saved.request)
    return request
  }

  /// Whether a record is in the request's result.
  var membership: TypedExpression {
    let record = TypedExpression(
      .record(.scope(level: 0, entity: entity)),
      .record(entity: entity)
    )
    let query = RecordQuery(
      entity: entity,
      predicate: predicate,
      sort: sort,
      limitKeys: limitKeys,
      limit: limit,
      offset: offset
    )
    return TypedExpression(.membershipInQuery(record, query), .bool)
  }

  /// The number of nodes in all expressions, and the greatest height.
  var extent: (size: Int, height: Int) {
    let expressions =
      [predicate, groupPredicate].compactMap { $0 } + (grouping?.parts ?? [])
      + windows.flatMap(\.parts) + sort.map(\.expression) + limitKeys
      + columns.map(\.expression)
    let start =
      if case .rows(let inner) = source { inner.extent } else { (size: 1, height: 1) }
    return expressions.map(\.extent).reduce(into: start) { total, part in
      total.size += part.size
      total.height = max(total.height, part.height)
    }
  }
}
