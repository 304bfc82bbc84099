import Binding
import Diagnostics
import Expressions
import Model
import Rendering
import Storage
import Syntax

/// Queries in expressions: `(count Budget where limit > 100) == 3`.
extension QuerySession {
  /// The value of an expression that reads no records but those of its queries.
  func evaluate(_ syntax: ExpressionSyntax) throws -> (Value, TypedExpression) {
    let expression = try bound(syntax)
    return (try value(of: expression, settings.evaluationContext()), expression)
  }

  /// The bound expression, whose queries have run.
  func bound(_ syntax: ExpressionSyntax) throws -> TypedExpression {
    let queries = syntax.queryValues
    guard !queries.isEmpty else { return try binder.bindExpression(syntax) }
    var values: [SourceSpan: ParameterValue] = [:]
    for (span, query, isCount) in queries {
      values[span] = try isCount ? count(of: query) : onlyValue(of: query, span)
    }
    return try binder(queryValues: values).bindExpression(syntax)
  }

  private func count(of query: QuerySyntax) throws -> ParameterValue {
    ParameterValue(.int(Int64(try rowCount(of: binder.bindCount(query)))), .int)
  }

  private func onlyValue(of query: QuerySyntax, _ span: SourceSpan) throws -> ParameterValue {
    let rows = try rows(of: binder.bindFetch(query))
    guard rows.headers.count == 1 else {
      throw DiagnosticList([
        Diagnostic(
          "a value was expected, but this query has \(counted(rows.headers.count, "column"))",
          at: span,
          help: ["select one value, as in `(fetch Budget select max(limit))`"]
        )
      ])
    }
    guard rows.rowCount == 1 else { throw NoSingleValue(span: span, rowCount: rows.rowCount) }
    return ParameterValue(
      try rows.rows(0..<1).value(row: 0, column: 0),
      rows.headers[0].type
    )
  }
}

/// A query for a value that found no row, or several.
struct NoSingleValue: Error {
  let span: SourceSpan
  let rowCount: Int

  var diagnostic: Diagnostic {
    Diagnostic(
      "a single row was expected, found \(rowCount == 0 ? "none" : counted(rowCount, "row"))",
      at: span
    )
  }
}

extension ExpressionSyntax {
  /// The queries whose values the expression uses, with their positions.
  var queryValues: [(span: SourceSpan, query: QuerySyntax, isCount: Bool)] {
    if case .queryValue(let query, let isCount) = kind { return [(span, query, isCount)] }
    return kind.children.flatMap(\.queryValues)
  }
}
