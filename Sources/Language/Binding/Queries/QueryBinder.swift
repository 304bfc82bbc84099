import Diagnostics
import Expressions
import Foundation
import Model
import Storage
import Syntax

/// Binds a `fetch` or `count`.
struct QueryBinder {
  let schema: Schema
  var options: BindingOptions
  let findings: Findings
  /// The scopes around a query in parentheses, which it cannot read.
  var around: [BindingScope] = []
  /// The inlining budget of the enclosing statement.
  var inlining: InliningBudget?
  /// The moment of the query that reads the rows of this one; nil if it has none.
  var outerMoment: RequestedMoment?
  /// The expression of a computed attribute while models are being bound.
  var computedExpression: (Entity, ComputedAttribute) -> TypedExpression? = { $1.expression }

  /// The request of a `fetch`.
  func request(_ query: QuerySyntax) -> FetchRequest? { bound(query)?.request }

  func bound(_ query: QuerySyntax) -> BoundQuery? {
    let inlining = self.inlining ?? InliningBudget(findings)
    let own = query.moment.flatMap { moment($0) }
    var binder = self
    // Questions about the inner rows are about that moment, too.
    binder.outerMoment = own ?? outerMoment
    guard var source = binder.source(of: query, inlining) else { return nil }
    source.moment = moment(own, of: query, source)
    guard var bound = binder.bound(query, over: source, inlining) else { return nil }
    bound.request.moment = source.moment
    return bound
  }

  private func bound(
    _ query: QuerySyntax,
    over source: QuerySource,
    _ inlining: InliningBudget
  ) -> BoundQuery? {
    let binder = makeBinder(query, source, inlining)
    let cut = Slice(query, binder)
    if let saved = source.saved, query.onlyLimits, !saved.showsRecords, query.alias == nil {
      let request = saved.request.cut(offset: cut.offset, limit: cut.limit)
      return BoundQuery(
        request: request,
        showsRecords: false,
        chart: chart(cutting: saved, query.chart, binder)
      )
    }
    var request = FetchRequest(entity: source.entity.name, limit: cut.limit, offset: cut.offset)
    let (isGrouped, chart) = bindClauses(of: query, source, binder, &request)
    let showsRecords =
      source.queriesRecords && query.selection == nil && !isGrouped && request.windows.isEmpty
    request = request.over(source, keepingRows: query.keepsRows)
    guard let saved = source.saved else {
      return BoundQuery(request: request, showsRecords: showsRecords, chart: chart)
    }
    var bound = BoundQuery(request: request, showsRecords: showsRecords, chart: chart)
    if chart == nil { bound.chart = inheritedChart(of: saved, query, bound) }
    return bound
  }

  /// Binds everything except `limit` and `offset`; returns whether it is grouped, and its chart.
  private func bindClauses(
    of query: QuerySyntax,
    _ source: QuerySource,
    _ binder: ExpressionBinder,
    _ request: inout FetchRequest
  ) -> (isGrouped: Bool, chart: BoundChart?) {
    guard let scope = binder.scopes.first else { return (false, nil) }
    var query = query
    query.groupKeys = query.groupKeys.map(binder.key)
    if query.totals != nil {
      // A repeated key would have a level of totals that are its groups.
      var known: Set<String> = []
      query.groupKeys.removeAll { !known.insert(SyntaxPrinter().text(of: $0)).inserted }
    }
    query.pivot = query.pivot.map(binder.key)
    request.predicate = predicate(of: query, scope, binder)
    if let sample = query.sample {
      let saved = source.saved.flatMap { $0.showsRecords ? $0.request.recordCondition : nil }
      request.predicate = SampleBinder(binder: binder, scope: scope, saved: saved)
        .predicate(sample, of: request.predicate)
    }
    binder.rows = QueryRows(request, source, source.moment ?? outerMoment, schema)
    let groups = GroupBinder(binder: binder, query: query)
    groups.begin(entity: scope.entity.name)
    request.groupPredicate = groups.predicate()
    binder.windows = WindowScope()
    let columns = columns(of: query, scope, binder, groups)
    let showsRecords = query.selection == nil && !groups.isGrouped
    let sortColumns = binder.groups?.sortColumns(columns) ?? columns
    let sort = SortBinder(binder: binder).keys(query.sort, columns: sortColumns)
    if showsRecords, groups.isGrouped, let key = query.sort.first {
      findings.report(GroupError.sortOfRecords(key.expression.span))
    }
    (request.columns, request.sort) = (groups.marked(columns), sort)
    request.limitKeys = limitKeys(of: query, binder)
    request.isDistinct = groups.isDistinct(columns, sort)
    var chart = chart(of: query, request, source.saved, binder)
    let isGrouped = groups.isGrouped
    request.grouping = groups.end()
    if let windows = binder.windows?.windows, !windows.isEmpty {
      let row = isGrouped ? Grouping.row : scope.record
      request.readWindows(windows, over: row)
      chart = chart?.mapped { FetchRequest.reading($0, over: row) }
    }
    return (isGrouped, chart)
  }

  /// The keys of `limit 3 per city`.
  private func limitKeys(of query: QuerySyntax, _ binder: ExpressionBinder) -> [TypedExpression] {
    guard let first = query.limitKeys.first else { return [] }
    if query.sort.isEmpty {
      let example = sortedLimit(of: query, binder)
      findings.report(ClauseError.limitWithoutSort(first.span, example: example))
    }
    return binder.distinguishingTotals(query.limitKeys.compactMap(binder.groupKey))
  }

  /// `sort amount desc limit 3 per city`: the written limit, with an order of rows.
  private func sortedLimit(of query: QuerySyntax, _ binder: ExpressionBinder) -> String {
    let printer = SyntaxPrinter()
    let keys = query.limitKeys.map { printer.text(of: $0) }
    let attributes = binder.scopes.first?.entity.attributes ?? []
    let ordered = attributes.first { attribute in
      [.int, .double, .decimal, .date].contains(attribute.type) && !keys.contains(attribute.name)
    }
    let order = query.groupKeys.isEmpty ? ordered.map { quotedIfNeeded($0.name) } : "count()"
    let limit = query.limit.map { printer.text(of: $0) } ?? "1"
    let list = keys.joined(separator: ", ")
    return "sort \(order ?? "…") desc limit \(limit) per \(list)"
  }

  /// The condition, with `only` first.
  private func predicate(
    of query: QuerySyntax,
    _ scope: BindingScope,
    _ binder: ExpressionBinder
  ) -> TypedExpression? {
    let written = query.predicate.flatMap(binder.condition)
    guard query.only != nil, schema.kinds(of: scope.entity.name).count > 1 else { return written }
    let only = schema.exactKindTest(scope.entity.name, of: scope.record)
    return .conjunction(of: [only] + [written].compactMap { $0 })
  }

  private func columns(
    of query: QuerySyntax,
    _ scope: BindingScope,
    _ binder: ExpressionBinder,
    _ groups: GroupBinder
  ) -> [OutputColumn] {
    if let pivot = binder.groups?.pivot {
      if let selection = query.selection { refuseAll(in: selection) }
      return PivotBinder(binder: binder).columns(query.selection?.items, pivot, groups)
    }
    if let selection = query.selection {
      let columns = SelectionBinder(binder: binder).columns(selection.items)
      if groups.isGrouped { refuseAll(in: selection) }
      return columns
    }
    return groups.isGrouped
      ? groups.defaultColumns()
      : DefaultColumns(schema: binder.schema, inlining: binder.inlining, span: query.entity.span)
        .columns(of: scope.entity, scope.record, innermost: 0)
  }

  /// Reports `*`, which groups do not have.
  private func refuseAll(in selection: SelectClause) {
    for case .all(let span) in selection.items { findings.report(GroupError.allOfGroup(span)) }
  }

  /// The request of a `count`: of records, groups, or distinct rows.
  func countRequest(_ query: QuerySyntax) -> FetchRequest? {
    let useless: [Clause] = query.distinct == nil ? [.selection, .sort] : [.sort]
    for keyword in query.clauseKeywords where (useless + [.chart]).contains(keyword.clause) {
      findings.report(
        ClauseError.clauseOfCount(keyword.span, clause: keyword.clause.rawValue)
      )
    }
    guard var request = request(query) else { return nil }
    if !request.isDistinct { request.columns = [] }
    return request
  }

  /// The query without columns.
  func recordQuery(_ written: QuerySyntax) -> RecordQuery? {
    var query = written
    query.selection = SelectClause(items: [], span: query.entity.span)
    query.chart = nil
    let inlining = self.inlining ?? InliningBudget(findings)
    guard let source = source(of: query, inlining) else { return nil }
    if let saved = source.saved, !saved.showsRecords {
      return findings.fail(
        SavedQueryError.columnsForRecords(written.sourceSpan, query: saved.query.fullName)
      )
    }
    if query.moment != nil || source.saved?.request.moment != nil {
      return findings.fail(MomentError.inner(query.moment?.span ?? written.sourceSpan))
    }
    guard let request = bound(query, over: source, inlining)?.request else { return nil }
    return RecordQuery(
      entity: request.entity,
      predicate: request.predicate,
      sort: request.sort,
      limitKeys: request.limitKeys,
      limit: request.limit,
      offset: request.offset
    )
  }

  private func makeBinder(
    _ query: QuerySyntax,
    _ source: QuerySource,
    _ inlining: InliningBudget
  ) -> ExpressionBinder {
    let entity = source.entity
    let binder = ExpressionBinder(
      schema: source.queriesRecords ? schema : schema.adding([entity]),
      options: options,
      findings: findings,
      inlining: inlining,
      computedExpression: computedExpression
    )
    binder.unreadableScopes = around
    binder.selectedNames = Self.selectedNames(query)
    if let alias = query.alias, entity.property(alias.text) != nil {
      findings.report(
        NameError.aliasOfAttribute(alias, entity: DerivedEntity.shownName(entity.name))
      )
    }
    binder.scopes = [BindingScope(fetched: entity, alias: query.alias?.text)]
    return binder
  }

  private static func selectedNames(_ query: QuerySyntax) -> [String: ExpressionSyntax] {
    var names: [String: ExpressionSyntax] = [:]
    for case .expression(let syntax, let alias?) in query.selection?.items ?? [] {
      names[alias.text] = syntax
    }
    return names
  }
}

/// `limit` and `offset` of a query.
private struct Slice {
  let limit: Int?
  let offset: Int

  init(_ query: QuerySyntax, _ binder: ExpressionBinder) {
    limit = query.limit.flatMap { binder.wholeNumber($0, "limit", least: 1) }
    offset = query.offset.flatMap { binder.wholeNumber($0, "offset", least: 0) } ?? 0
  }
}
