import Diagnostics
import Model
import Storage
import Syntax

/// Queries in parentheses.
extension ExpressionBinder {
  /// `budget in (Budget where limit > 100)`
  func membership(
    _ operand: ExpressionSyntax,
    in query: QuerySyntax,
    _ querySpan: SourceSpan,
    _ operatorSpan: SourceSpan
  ) -> TypedExpression? {
    let bound = bind(operand)
    guard let found = recordQuery(query), let bound else { return nil }
    guard areRelated(bound.type, .record(entity: found.entity)) || bound.type == .null else {
      return fail(
        OperatorMismatch(
          symbol: "in",
          span: operatorSpan,
          left: (operand.span, bound.type),
          right: (querySpan, .toMany(entity: found.entity)),
          help: ["`in` with a query takes a record, as in `self in (…)`, or a path to one"]
        )
      )
    }
    return TypedExpression(.membershipInQuery(bound, found), .bool)
  }

  /// The query in parentheses; nil for other expressions.
  func namedQuery(_ syntax: ExpressionSyntax) -> QuerySyntax? {
    if case .subquery(let query) = syntax.withoutParentheses.kind { return query }
    guard case .parenthesized(let inner) = syntax.kind else { return nil }
    return bareQuery(inner)
  }

  /// The query that is only a name, or has no arguments: `(Budget)`, `(recent())`,
  /// `(Budget.overspent)`. Attributes take precedence.
  private func bareQuery(_ syntax: ExpressionSyntax) -> QuerySyntax? {
    let saved = options.savedQueries
    switch syntax.kind {
    case .name(let name):
      let free = saved.filter { $0.entity == nil }.map(\.name)
      return means(name, oneOf: schema.writableNames + free) ? QuerySyntax(entity: name) : nil
    case .call(let name, let arguments) where arguments.isEmpty:
      guard case .found = NameLookup(name, in: saved.map(\.name)) else { return nil }
      var query = QuerySyntax(entity: name)
      query.arguments = QueryArguments(arguments: [], span: syntax.span)
      return query
    case .member(let owner, let name):
      guard case .name(let entity) = owner.kind, means(entity, oneOf: schema.writableNames) else {
        return nil
      }
      var query = QuerySyntax(entity: entity)
      query.savedQuery = name
      return query
    default:
      return nil
    }
  }

  /// Whether a name is one of `names` and not an attribute; an exact match takes precedence.
  private func means(_ name: NameSyntax, oneOf names: [String]) -> Bool {
    if scopes.last?.entity.property(name.text) != nil { return false }
    if names.contains(name.text) { return true }
    guard !isKnown(name), case .found = NameLookup(name, in: names) else { return false }
    return true
  }

  /// A query that only finds records and reads nothing around it.
  private func recordQuery(_ query: QuerySyntax) -> RecordQuery? {
    for keyword in query.clauseKeywords where [.selection, .chart].contains(keyword.clause) {
      findings.report(
        ClauseError.unexpectedClause(
          keyword.span,
          clause: keyword.clause.rawValue,
          of: "a query after `in`",
          help: ["only its records are used"]
        )
      )
    }
    let binder = QueryBinder(
      schema: schema,
      options: options,
      findings: findings,
      around: unreadableScopes + scopes,
      inlining: inlining,
      computedExpression: computedExpression
    )
    return binder.recordQuery(query)
  }
}
