import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Records that a statement selects by a query.
struct SelectedRecords {
  /// Finds the records, without columns.
  let request: FetchRequest
  /// The model.
  let entity: Entity
  /// Whether the query names a model, not a saved query.
  let isModel: Bool
  /// The query without invalid clauses.
  let query: QuerySyntax
}

extension SelectedRecords {
  /// Whether a saved query selects some of the records.
  fileprivate var areChosen: Bool { !isModel && (request.predicate != nil || request.isCut) }
}

extension QueryBinder {
  /// The records of a query within `form`; nil if their model is unknown.
  func selectedRecords(_ query: QuerySyntax, of form: String) -> SelectedRecords? {
    guard let query = named(query) else { return nil }
    var choosing = query
    choosing.moment = nil
    choosing.groupKeys = []
    choosing.pivot = nil
    choosing.totals = nil
    choosing.groupPredicate = nil
    choosing.selection = nil
    choosing.distinct = nil
    choosing.clauseKeywords.removeAll { !$0.clause.choosesRecords }
    for keyword in query.clauseKeywords where !keyword.clause.choosesRecords {
      findings.report(
        ClauseError.unexpectedClause(
          keyword.span,
          clause: keyword.clause == .grouping ? "group by" : keyword.clause.rawValue,
          of: form,
          help: ["it takes `where`, `sample`, `sort`, `limit` and `offset`"]
        )
      )
    }
    guard let found = recordQuery(choosing), let entity = schema.entity(found.entity) else {
      return nil
    }
    let request = FetchRequest(
      entity: found.entity,
      predicate: found.predicate,
      sort: found.sort,
      limitKeys: found.limitKeys,
      limit: found.limit,
      offset: found.offset
    )
    return SelectedRecords(
      request: request,
      entity: entity,
      isModel: queriesModel(query),
      query: choosing
    )
  }

  /// `$workout` as the query `Workout where @id == $workout`; other queries are unchanged.
  private func named(_ query: QuerySyntax) -> QuerySyntax? {
    guard query.isParameter else { return query }
    let span = query.entity.span
    let parameter = ExpressionSyntax(.parameter(query.entity), span: span)
    let expressions = ExpressionBinder(schema: schema, options: options, findings: findings)
    guard let bound = expressions.bind(parameter) else { return nil }
    guard case .record(let entity) = bound.type else {
      return findings.fail(SavedQueryError.notRecordParameter(query.entity, found: bound.type))
    }
    var named = QuerySyntax(entity: NameSyntax(entity, span: span, isQuoted: true))
    let identity = ExpressionSyntax(.identity(of: nil), span: span)
    named.predicate = ExpressionSyntax(
      .binary(BinaryOperatorUse(.equal, span: span), identity, parameter),
      span: span
    )
    named.clauseKeywords = [ClauseKeyword(clause: .predicate, span: span)]
    return named
  }

  /// The records that an `update` or a `delete` changes.
  ///
  /// Without a selecting clause, `all` is required, so that nobody changes everything by forgetting
  /// `where`.
  func changedRecords(
    _ query: QuerySyntax,
    all: SourceSpan?,
    verb: String
  ) -> SelectedRecords? {
    let found = selectedRecords(query, of: "`\(verb)`")
    if let found, found.entity.identity == .fixed {
      return findings.fail(FixedValueError.records(query.entity.span, entity: found.entity.name))
    }
    let choosing = found?.query.clauseKeywords.first {
      $0.clause.choosesRecords && $0.clause != .sort
    }
    if let all, let choosing {
      findings.report(SelectionError.allOfSome(all, choosing))
    } else if let found, all == nil, choosing == nil, !found.areChosen {
      findings.report(
        SelectionError.nothingChosen(found.query, verb: verb, entity: found.entity.name)
      )
    }
    return found
  }

  /// Whether the query names a model; models take precedence over saved queries.
  private func queriesModel(_ query: QuerySyntax) -> Bool {
    guard query.savedQuery == nil, query.arguments == nil, query.source == nil else { return false }
    if case .found = NameLookup(query.entity, in: schema.writableNames) { return true }
    return false
  }

  /// Binds a `delete`.
  func request(_ statement: DeleteStatement) -> DeleteRequest? {
    changedRecords(statement.selection, all: statement.all, verb: "delete").map {
      DeleteRequest(selection: $0.request, kind: $0.entity.name)
    }
  }
}

extension Clause {
  /// Whether the clause selects records.
  fileprivate var choosesRecords: Bool {
    switch self {
    case .predicate, .sample, .sort, .limit, .offset: true
    case .moment, .grouping, .groupPredicate, .selection, .distinct, .chart: false
    }
  }
}
