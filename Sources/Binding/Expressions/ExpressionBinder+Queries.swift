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
        TypeError.mismatch(
          OperatorMismatch(
            symbol: "in",
            span: operatorSpan,
            left: (operand.span, bound.type),
            right: (querySpan, .toMany(entity: found.entity)),
            help: ["a query is asked for a record, as in `self in (…)`, or one behind a path"]
          )
        )
      )
    }
    return TypedExpression(.membershipInQuery(bound, found), .bool)
  }

  /// A query that is asked for its records only, and reads nothing around it.
  private func recordQuery(_ query: QuerySyntax) -> RecordQuery? {
    for keyword in query.clauseKeywords where keyword.clause == .selection {
      findings.report(
        ClauseError.unexpectedClause(
          keyword.span,
          clause: keyword.clause.rawValue,
          of: "a query behind `in`",
          help: ["it is asked for its records"]
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
