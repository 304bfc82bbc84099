import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// The sources of queries: entities and saved queries.
extension QueryBinder {
  /// The maximum nesting depth of saved queries.
  private static let depthLimit = 40
  /// The maximum height of an expression with all saved queries inlined.
  private static let heightLimit = 500

  /// The source of a query; nil after an error.
  func source(of query: QuerySyntax, _ inlining: InliningBudget) -> QuerySource? {
    if let source = query.source { return self.source(of: query, rowsOf: source.query, inlining) }
    let known = findings.all.count
    guard let saved = savedQuery(query) else {
      return findings.all.count == known ? entitySource(query) : nil
    }
    if let only = query.only {
      findings.report(SavedQueryError.onlySaved(only, name: saved.fullName))
    }
    guard let result = result(of: saved, query, inlining) else { return nil }
    if result.showsRecords {
      return schema.entity(result.request.entity).map { QuerySource(entity: $0, saved: result) }
    }
    return derivedSource(result, query)
  }

  /// The rows of a query in parentheses.
  private func source(
    of query: QuerySyntax,
    rowsOf inner: QuerySyntax,
    _ inlining: InliningBudget
  ) -> QuerySource? {
    var binder = QueryBinder(
      schema: schema,
      options: options,
      findings: findings,
      inlining: inlining,
      computedExpression: computedExpression
    )
    binder.around = around
    binder.outerMoment = outerMoment
    binder.refuseChart(of: inner, "a query in parentheses", help: "draw the outer query")
    guard let bound = binder.bound(inner) else { return nil }
    let depth = inner.sourceDepth
    let result = SavedResult(
      query: SavedQuery(
        entity: nil,
        name: depth == 0 ? "query" : "query\(depth + 1)",
        parameters: [],
        body: .query(inner),
        text: ""
      ),
      request: bound.request,
      showsRecords: bound.showsRecords,
      chart: nil
    )
    if bound.showsRecords {
      return schema.entity(bound.request.entity).map { QuerySource(entity: $0, saved: result) }
    }
    return derivedSource(result, query)
  }

  private func entitySource(_ query: QuerySyntax) -> QuerySource? {
    ExpressionBinder(schema: schema, options: options, findings: findings).entity(query.entity)
      .map { QuerySource(entity: $0) }
  }

  /// A source of derived rows, which are unchanged if the query only limits them.
  private func derivedSource(_ result: SavedResult, _ query: QuerySyntax) -> QuerySource? {
    let made = DerivedEntity.entity(of: result.request, called: result.query.fullName)
    let isUnchanged = query.onlyLimits && query.alias == nil
    if !isUnchanged, let column = made.unusable.first {
      return findings.fail(
        SavedQueryError.unsuitableColumn(
          query.sourceSpan,
          query: result.query.fullName,
          column: column.name,
          column.expression.type
        )
      )
    }
    if !isUnchanged, let name = DerivedEntity.confusableName(in: result.request.columns) {
      return findings.fail(
        SavedQueryError.sameName(query.sourceSpan, query: result.query.fullName, column: name)
      )
    }
    return QuerySource(
      entity: made.entity,
      saved: SavedResult(
        query: result.query,
        request: isUnchanged ? result.request : made.request,
        showsRecords: false,
        chart: result.chart
      )
    )
  }

  /// The named saved query; nil if it names an entity, or after an error.
  private func savedQuery(_ query: QuerySyntax) -> SavedQuery? {
    guard let name = query.savedQuery else { return freeQuery(query) }
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    guard let entity = binder.entity(query.entity) else { return nil }
    let queries = options.savedQueries.filter { $0.entity == entity.name }
    return named(name, among: queries, of: entity.name)
  }

  /// A saved query without an entity; entities take precedence.
  private func freeQuery(_ query: QuerySyntax) -> SavedQuery? {
    let queries = options.savedQueries.filter { $0.entity == nil }
    let entities = schema.writableNames
    if let arguments = query.arguments,
      case .found(let entity) = NameLookup(query.entity, in: entities),
      case .missing = NameLookup(query.entity, in: queries.map(\.name))
    {
      return findings.fail(SavedQueryError.argumentsOfModel(arguments.span, entity: entity))
    }
    if query.arguments != nil { return named(query.entity, among: queries, of: nil) }
    switch NameLookup(query.entity, in: entities + queries.map(\.name)) {
    case .found(let found):
      return entities.contains(found) ? nil : queries.first { $0.name == found }
    case .ambiguous(let candidates):
      findings.report(NameError.ambiguous(query.entity, candidates: candidates))
    case .missing(let nearest):
      findings.report(options.unknownEntity(query.entity, nearest: nearest.filter(isOutside)))
    }
    return nil
  }

  private func named(
    _ name: NameSyntax,
    among queries: [SavedQuery],
    of entity: String?
  ) -> SavedQuery? {
    let names = queries.map(\.name)
    let found = findings.name(name, among: names) {
      if let entity, schema.entity(entity)?.property(name.text) != nil {
        return SavedQueryError.attribute(name, entity: entity)
      }
      return SavedQueryError.unknown(
        name,
        entity: entity,
        nearest: $0.filter(isOutside),
        all: names.filter(isOutside)
      )
    }
    return queries.first { $0.name == found }
  }

  /// Whether the current query is not part of the one named `name`, which can then be suggested.
  private func isOutside(_ name: String) -> Bool {
    !options.savedPath.contains { $0 == name || $0.hasSuffix("." + name) }
  }

  /// The result of a saved query with the arguments of `query`.
  private func result(
    of saved: SavedQuery,
    _ query: QuerySyntax,
    _ inlining: InliningBudget
  ) -> SavedResult? {
    guard !saved.isChange else {
      return findings.fail(SavedQueryError.notQuery(query.sourceSpan, change: saved.fullName))
    }
    let path = options.savedPath + [saved.fullName]
    if let start = options.savedPath.firstIndex(of: saved.fullName) {
      return findings.fail(SavedQueryError.cycle(query.sourceSpan, path: Array(path[start...])))
    }
    guard path.count <= Self.depthLimit, inlining.isLeft else {
      return findings.fail(SavedQueryError.tooLarge(query.sourceSpan, query: saved.fullName))
    }
    guard
      let arguments = SavedQueryArguments(binder: self, inlining: inlining)
        .values(of: saved, query)
    else { return nil }
    return bound(saved, arguments, path, query.sourceSpan, inlining)
  }

  private func bound(
    _ saved: SavedQuery,
    _ arguments: SavedQueryValues,
    _ path: [String],
    _ span: SourceSpan,
    _ inlining: InliningBudget
  ) -> SavedResult? {
    guard let query = saved.query else { return nil }
    var inner = QueryBinder(
      schema: schema,
      options: options,
      findings: findings,
      inlining: inlining,
      computedExpression: computedExpression
    )
    inner.outerMoment = outerMoment
    inner.options.arguments = arguments.values
    inner.options.keys = arguments.keys
    inner.options.orders = arguments.orders
    inner.options.savedPath = path
    let known = findings.all.count
    let bound = findings.attributing(to: span, query: saved.fullName) { inner.bound(query) }
    // One error is enough for one position.
    findings.keep(first: known + 1)
    guard let bound else { return nil }
    let (size, height) = bound.request.extent
    guard height <= Self.heightLimit, inlining.takes(size) else {
      return findings.fail(SavedQueryError.tooLarge(span, query: saved.fullName))
    }
    return SavedResult(
      query: saved,
      request: bound.request,
      showsRecords: bound.showsRecords,
      chart: bound.chart
    )
  }
}

extension Findings {
  /// Runs `body` for a saved query and reports its errors where the query is named.
  ///
  /// Of nested queries, the outermost and the innermost are named.
  func attributing<Result>(
    to span: SourceSpan,
    query: String,
    _ body: () -> Result
  ) -> Result {
    let level = nestingDepth + 1
    return nesting(
      by: { finding in
        let isNamed = level == 1 || level == self.nestingDepth
        return Diagnostic(
          finding.severity,
          (isNamed ? "saved query `\(query)`: " : "") + finding.message,
          at: .init(span),
          help: finding.help,
          lacksParameter: finding.lacksParameter,
          unknown: finding.unknown
        )
      },
      body
    )
  }
}

extension QuerySyntax {
  /// The number of queries in parentheses within this one.
  fileprivate var sourceDepth: Int { source.map { 1 + $0.query.sourceDepth } ?? 0 }
}
