import Diagnostics
import Expressions
import Foundation
import Model
import Storage
import Syntax

/// Gives a `fetch` or `count` its meaning.
struct QueryBinder {
  let schema: Schema
  let options: BindingOptions
  let findings: Findings
  /// The scopes around a query in parentheses, which it cannot read.
  var around: [BindingScope] = []
  /// Shared with the statement around a query in parentheses.
  var inlining: InliningBudget?
  /// What a computed attribute stands for, where models are still being bound.
  var computedExpression: (Entity, ComputedAttribute) -> TypedExpression? = { $1.expression }

  /// The request of a `fetch`.
  func request(_ query: QuerySyntax) -> FetchRequest? {
    let unbound = [query.only, query.savedQuery?.span, query.arguments?.span, query.distinct]
    for span in (unbound + [query.groupKeys.first?.span, query.groupPredicate?.span]) {
      if let span { interim(span) }
    }
    guard let binder = makeBinder(query), let scope = binder.scopes.first else { return nil }
    let predicate = query.predicate.flatMap(binder.condition)
    let columns =
      query.selection.map { SelectionBinder(binder: binder).columns($0.items) }
      ?? DefaultColumns(schema: schema, inlining: binder.inlining, span: query.entity.span)
      .columns(of: scope.entity, scope.record, innermost: 0)
    let sort = SortBinder(binder: binder).keys(query.sort, columns: columns)
    let limit = query.limit.flatMap { binder.wholeNumber($0, "limit", least: 1) }
    let offset = query.offset.flatMap { binder.wholeNumber($0, "offset", least: 0) }
    return FetchRequest(
      entity: scope.entity.name,
      predicate: predicate,
      sort: sort,
      limit: limit,
      offset: offset ?? 0,
      columns: columns
    )
  }

  /// The request of a `count`, which takes only `where`, `limit` and `offset`.
  func countRequest(_ query: QuerySyntax) -> FetchRequest? {
    for keyword in query.clauseKeywords where [.selection, .sort].contains(keyword.clause) {
      findings.report(
        ClauseError.clauseOfCount(keyword.span, clause: keyword.clause.rawValue)
      )
    }
    guard var request = request(query) else { return nil }
    request.columns = []
    return request
  }

  /// The query as one that is asked for its records only.
  func recordQuery(_ query: QuerySyntax) -> RecordQuery? {
    var query = query
    query.selection = SelectClause(items: [], span: query.entity.span)
    guard let request = request(query) else { return nil }
    return RecordQuery(
      entity: request.entity,
      predicate: request.predicate,
      sort: request.sort,
      limit: request.limit,
      offset: request.offset
    )
  }

  private func makeBinder(_ query: QuerySyntax) -> ExpressionBinder? {
    let binder = ExpressionBinder(
      schema: schema,
      options: options,
      findings: findings,
      inlining: inlining,
      computedExpression: computedExpression
    )
    binder.unreadableScopes = around
    guard let entity = binder.entity(query.entity) else { return nil }
    if let alias = query.alias, entity.property(alias.text) != nil {
      findings.report(NameError.aliasOfAttribute(alias, entity: entity.name))
    }
    binder.scopes = [
      BindingScope(
        record: .scope(level: 0, entity: entity.name),
        entity: entity,
        alias: query.alias?.text
      )
    ]
    return binder
  }

  private func interim(_ span: SourceSpan) {
    findings.report(ClauseError.misplaced(span, what: "this form", hint: "INTERIM"))
  }
}
