import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Charts of queries.
extension QueryBinder {
  func drawn(_ query: QuerySyntax) -> ChartedFetch? { bound(query).map(ChartedFetch.init) }

  /// A query's own chart over its columns; called before groups are complete.
  func chart(
    of query: QuerySyntax,
    _ request: FetchRequest,
    _ saved: SavedResult?,
    _ binder: ExpressionBinder
  ) -> BoundChart? {
    guard let clause = query.chart else { return nil }
    let keys = keyNames(request.columns, binder.groups?.keys.map(\.type) ?? [])
    let isKeyless = keys.isEmpty && !request.isDistinct
    let charts = ChartBinder(
      clause: clause,
      columns: request.columns,
      keys: keys.union(saved.map(keyNames) ?? []),
      drawnOnlyIfNamed: query.selection == nil ? relationships(binder) : [],
      hiddenKeys: isKeyless ? GroupBinder(binder: binder, query: query).keyColumns() : [],
      findings: findings
    )
    let known = findings.all.count
    let named = clause.columns.compactMap { column($0, of: query, request.columns, binder) }
    let bins = bins(of: clause, binder)
    guard findings.all.count == known, named.count == clause.columns.count else { return nil }
    checkDistinct(named, clause, request)
    return charts.chart(named, bins: bins)
  }

  /// The chart of a saved query's rows that are only limited.
  func chart(cutting saved: SavedResult, _ clause: ChartClause?, _ binder: ExpressionBinder)
    -> BoundChart?
  {
    guard let clause else { return saved.chart }
    let charts = ChartBinder(
      clause: clause,
      columns: saved.request.columns,
      keys: keyNames(saved),
      findings: findings
    )
    return charts.chart([], bins: bins(of: clause, binder))
  }

  private func bins(of clause: ChartClause, _ binder: ExpressionBinder) -> Int? {
    clause.bins.flatMap { binder.wholeNumber($0, "bins", least: 1, most: ChartBinder.maxBins) }
  }

  /// The chart of a saved query of records, if the outer query shows the same columns.
  func inheritedChart(
    of saved: SavedResult,
    _ query: QuerySyntax,
    _ bound: BoundQuery
  ) -> BoundChart? {
    guard query.chart == nil, query.selection == nil, bound.request.grouping == nil,
      !bound.request.isDistinct, saved.showsRecords
    else { return nil }
    if bound.request.windows.isEmpty { return saved.chart }
    let row = RecordExpression.scope(level: 0, entity: saved.request.entity)
    return saved.chart?.mapped { FetchRequest.reading($0, over: row) }
  }

  /// Reports a chart in a statement that takes none.
  func refuseChart(of query: QuerySyntax, _ what: String, help: String) {
    for keyword in query.clauseKeywords where keyword.clause == .chart {
      findings.report(ChartError.chartOfOther(keyword.span, what: what, help: help))
    }
  }

  // MARK: Columns

  /// The column that a chart names: an alias, an attribute, or a column heading.
  private func column(
    _ syntax: ExpressionSyntax,
    of query: QuerySyntax,
    _ columns: [OutputColumn],
    _ binder: ExpressionBinder
  ) -> OutputColumn? {
    if case .name(let name) = syntax.kind {
      let aliases = query.selection.map(\.aliases) ?? []
      if case .found(let alias) = NameLookup(name, in: aliases) {
        return columns.first { $0.name == alias }
      }
      let isAttribute = binder.scopes.first.map { isMember(name, of: $0) } ?? false
      if !isAttribute, case .found(let heading) = NameLookup(name, in: columns.map(\.name)) {
        return columns.first { $0.name == heading }
      }
    }
    return SelectionBinder(binder: binder).columns([.expression(syntax, alias: nil)]).first
  }

  private func isMember(_ name: NameSyntax, of scope: BindingScope) -> Bool {
    if scope.alias == name.text { return true }
    if case .found = NameLookup(name, of: scope.entity) { return true }
    return false
  }

  private func checkDistinct(
    _ named: [OutputColumn],
    _ clause: ChartClause,
    _ request: FetchRequest
  ) {
    guard request.isDistinct else { return }
    for (column, syntax) in zip(named, clause.columns)
    where !request.columns.contains(where: { $0.expression == column.expression }) {
      findings.report(
        ChartError.columnOfDistinct(syntax.span, columns: request.columns.map(\.name))
      )
    }
  }

  private func relationships(_ binder: ExpressionBinder) -> Set<String> {
    Set((binder.scopes.first?.entity.relationships ?? []).map(\.name))
  }

  private func keyNames(_ columns: [OutputColumn], _ types: [ValueType]) -> Set<String> {
    let keys = types.enumerated().map { Grouping.key($0.offset, $0.element) }
    return Set(columns.filter { keys.contains($0.expression) }.map(\.name))
  }

  private func keyNames(_ saved: SavedResult) -> Set<String> {
    saved.showsRecords
      ? [] : keyNames(saved.request.columns, saved.request.grouping?.keys.map(\.type) ?? [])
  }
}

extension SelectClause {
  fileprivate var aliases: [String] {
    items.compactMap { item in
      switch item {
      case .all: nil
      case .expression(_, let alias), .shape(_, let alias): alias?.text
      }
    }
  }
}
