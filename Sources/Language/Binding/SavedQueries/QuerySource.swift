import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// What a query asks: all records of an entity, or what a saved query finds.
struct QuerySource {
  /// The entity of the records; that of made rows where a saved query shows columns.
  let entity: Entity
  /// What the saved query finds.
  var saved: SavedResult?

  /// Whether the records are those of the store.
  var asksRecords: Bool { saved?.showsRecords ?? true }
}

/// What a saved query finds, with the arguments that it was given.
struct SavedResult {
  let query: SavedQuery
  let request: FetchRequest
  /// Whether these are records of the store, and not columns of its own.
  let showsRecords: Bool
  /// What of it is drawn.
  var chart: BoundChart?
}

/// A query with its meaning.
struct BoundQuery {
  var request: FetchRequest
  /// Whether it finds records of the store, and not columns of its own.
  let showsRecords: Bool
  /// What of it is drawn.
  var chart: BoundChart?
}

extension QuerySyntax {
  /// Where it says what is asked.
  var sourceSpan: SourceSpan {
    [savedQuery?.span, arguments?.span].compactMap { $0 }.reduce(entity.span) {
      $0.joined(with: $1)
    }
  }

  /// Whether it does no more than to cut the rows of what it asks.
  var onlyCuts: Bool {
    let isPlain = chart.map(\.columns.isEmpty) ?? true
    return clauseKeywords.allSatisfy {
      $0.clause == .limit || $0.clause == .offset || $0.clause == .chart && isPlain
    }
  }

  /// Whether it takes the rows of what it asks as they come, but for showing other columns.
  var keepsRows: Bool {
    clauseKeywords.allSatisfy { [.limit, .offset, .selection, .chart].contains($0.clause) }
  }
}

extension FetchRequest {
  /// Whether it leaves out rows by their number.
  var isCut: Bool { limit != nil || offset > 0 }

  /// The request with only some of its rows: those that `outer` leaves of them.
  func cut(offset outer: Int, limit outerLimit: Int?) -> FetchRequest {
    var result = self
    let (sum, overflow) = offset.addingReportingOverflow(outer)
    result.offset = overflow ? .max : sum
    let left = limit.map { max(0, $0 - outer) }
    result.limit = [left, outerLimit].compactMap { $0 }.min()
    return result
  }

  /// The request with the clauses of `saved` done before its own.
  ///
  /// Both are about records of one entity. Without a limit the conditions are joined. With one the
  /// records have to be found first, unless the request takes the rows as they come.
  func over(_ saved: FetchRequest, keepingRows: Bool) -> FetchRequest {
    var result = self
    if saved.isCut, keepingRows, grouping == nil {
      let cut = saved.cut(offset: offset, limit: limit)
      (result.offset, result.limit) = (cut.offset, cut.limit)
      result.predicate = saved.predicate
    } else {
      let found = saved.isCut ? saved.membership : saved.predicate
      result.predicate = .conjunction(of: [found, predicate].compactMap { $0 })
    }
    if grouping == nil, !isDistinct {
      result.sort += saved.sort.filter { key in
        !sort.contains { $0.expression == key.expression }
      }
    }
    return result
  }

  /// Whether a record is among those that the request finds.
  private var membership: TypedExpression {
    let record = TypedExpression(
      .record(.scope(level: 0, entity: entity)),
      .record(entity: entity)
    )
    let query = RecordQuery(
      entity: entity,
      predicate: predicate,
      sort: sort,
      limit: limit,
      offset: offset
    )
    return TypedExpression(.membershipInQuery(record, query), .bool)
  }

  /// How many nodes the expressions of the request have, and how many levels the highest has.
  var extent: (size: Int, height: Int) {
    let expressions =
      [predicate, groupPredicate].compactMap { $0 } + (grouping?.parts ?? [])
      + sort.map(\.expression) + columns.map(\.expression)
    let start =
      if case .rows(let inner) = source { inner.extent } else { (size: 1, height: 1) }
    return expressions.map(\.extent).reduce(into: start) { total, part in
      total.size += part.size
      total.height = max(total.height, part.height)
    }
  }
}
