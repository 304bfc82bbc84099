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

  /// The request of a `fetch`.
  func request(_ query: QuerySyntax) -> FetchRequest? {
    let unbound = [query.only, query.savedQuery?.span, query.arguments?.span, query.distinct]
    for span in (unbound + [query.groupKeys.first?.span, query.groupPredicate?.span]) {
      if let span { _ = interim(span) }
    }
    guard let binder = makeBinder(query), let scope = binder.scopes.first else { return nil }
    let predicate = query.predicate.flatMap(binder.condition)
    let columns =
      query.selection.map { selection($0, scope, binder) }
      ?? DefaultColumns(schema: schema).columns(of: scope.entity)
    let sort = SortBinder(binder: binder).keys(query.sort, columns: columns)
    let limit = query.limit.flatMap { count($0, "limit", least: 1, binder) }
    let offset = query.offset.flatMap { count($0, "offset", least: 0, binder) }
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

  private func makeBinder(_ query: QuerySyntax) -> ExpressionBinder? {
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    guard let entity = binder.entity(query.entity) else { return nil }
    binder.scopes = [
      BindingScope(
        record: .scope(level: 0, entity: entity.name),
        entity: entity,
        alias: query.alias?.text
      )
    ]
    return binder
  }

  private func selection(
    _ clause: SelectClause,
    _ scope: BindingScope,
    _ binder: ExpressionBinder
  ) -> [OutputColumn] {
    clause.items.flatMap { item -> [OutputColumn] in
      switch item {
      case .all:
        DefaultColumns(schema: schema).columns(of: scope.entity)
      case .expression(let syntax, let alias):
        column(syntax, alias, binder).map { [$0] } ?? []
      case .shape(let shape, _):
        interim(shape.span)
      }
    }
  }

  private func interim(_ span: SourceSpan) -> [OutputColumn] {
    findings.report(ClauseError.misplaced(span, what: "this form", hint: "INTERIM"))
    return []
  }

  /// A selected expression; a relationship alone is shown as in a fetch without `select`.
  private func column(
    _ syntax: ExpressionSyntax,
    _ alias: NameSyntax?,
    _ binder: ExpressionBinder
  ) -> OutputColumn? {
    let name = alias?.text ?? Self.heading(syntax)
    switch syntax.withoutParentheses.kind {
    case .name, .member, .selfRecord:
      guard let cursor = binder.path(syntax.withoutParentheses) else { return nil }
      if let shown = DefaultColumns(schema: schema).relationship(cursor, innermost: 0) {
        return OutputColumn(name: name, expression: shown)
      }
      return binder.value(of: cursor, syntax).map { OutputColumn(name: name, expression: $0) }
    default:
      return binder.bind(syntax).map { OutputColumn(name: name, expression: $0) }
    }
  }

  /// What stands above a column without an alias: a path's text, else the canonical expression.
  private static func heading(_ syntax: ExpressionSyntax) -> String {
    if case .name(let name) = syntax.withoutParentheses.kind { return name.text }
    return SyntaxPrinter().text(of: syntax.withoutParentheses)
  }

  private func count(
    _ syntax: ExpressionSyntax,
    _ clause: String,
    least: Int,
    _ binder: ExpressionBinder
  ) -> Int? {
    let outer = binder.scopes
    binder.scopes = []
    defer { binder.scopes = outer }
    guard let bound = binder.bind(syntax) else { return nil }
    let evaluator = ScalarEvaluator(
      source: NoRecords(),
      context: EvaluationContext(now: Timestamp(microseconds: 0), timeZone: options.timeZone)
    )
    guard case .int(let number)? = try? evaluator.evaluate(bound, scopes: []), number >= least
    else {
      findings.report(ClauseError.badCount(syntax.span, clause: clause, least: least))
      return nil
    }
    return Int(clamping: number)
  }
}
