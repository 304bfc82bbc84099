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
    for span in [query.savedQuery?.span, query.arguments?.span] {
      if let span { interim(span) }
    }
    guard let binder = makeBinder(query), let scope = binder.scopes.first else { return nil }
    let predicate = predicate(of: query, scope, binder)
    let groups = GroupBinder(binder: binder, query: query)
    groups.begin(entity: scope.entity.name)
    let groupPredicate = groups.predicate()
    let columns = columns(of: query, scope, binder, groups)
    let showsRecords = query.selection == nil && !groups.isGrouped
    let sort = SortBinder(binder: binder).keys(query.sort, columns: columns)
    if showsRecords, groups.isGrouped, let key = query.sort.first {
      findings.report(GroupError.sortOfRecords(key.expression.span))
    }
    let grouping = groups.end()
    let limit = query.limit.flatMap { binder.wholeNumber($0, "limit", least: 1) }
    let offset = query.offset.flatMap { binder.wholeNumber($0, "offset", least: 0) }
    return FetchRequest(
      entity: scope.entity.name,
      predicate: predicate,
      grouping: grouping,
      groupPredicate: groupPredicate,
      isDistinct: groups.isDistinct(columns, sort),
      sort: sort,
      limit: limit,
      offset: offset ?? 0,
      columns: columns
    )
  }

  /// The condition on records, with `only` before what is written.
  private func predicate(
    of query: QuerySyntax,
    _ scope: BindingScope,
    _ binder: ExpressionBinder
  ) -> TypedExpression? {
    let written = query.predicate.flatMap(binder.condition)
    guard query.only != nil, schema.kinds(of: scope.entity.name).count > 1 else { return written }
    let only = schema.exactKindTest(scope.entity.name, of: scope.record)
    return written.map { TypedExpression(.and(only, $0), .bool) } ?? only
  }

  private func columns(
    of query: QuerySyntax,
    _ scope: BindingScope,
    _ binder: ExpressionBinder,
    _ groups: GroupBinder
  ) -> [OutputColumn] {
    if let selection = query.selection {
      let columns = SelectionBinder(binder: binder).columns(selection.items)
      if groups.isGrouped { refuseAll(in: selection) }
      return columns
    }
    return groups.isGrouped
      ? groups.defaultColumns()
      : DefaultColumns(schema: schema, inlining: binder.inlining, span: query.entity.span)
        .columns(of: scope.entity, scope.record, innermost: 0)
  }

  private func refuseAll(in selection: SelectClause) {
    for case .all(let span) in selection.items { findings.report(GroupError.allOfGroup(span)) }
  }

  /// The request of a `count`: of records, of groups, or of distinct rows.
  func countRequest(_ query: QuerySyntax) -> FetchRequest? {
    let useless: [Clause] = query.distinct == nil ? [.selection, .sort] : [.sort]
    for keyword in query.clauseKeywords where useless.contains(keyword.clause) {
      findings.report(
        ClauseError.clauseOfCount(keyword.span, clause: keyword.clause.rawValue)
      )
    }
    guard var request = request(query) else { return nil }
    if !request.isDistinct { request.columns = [] }
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
