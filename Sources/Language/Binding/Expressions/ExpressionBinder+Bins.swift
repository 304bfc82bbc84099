import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// `bins(age, 20)`: intervals of equal width over the range of the rows of the query.
extension ExpressionBinder {
  /// The call with the least and the greatest number.
  func bins(
    _ parts: [TypedExpression],
    _ arguments: [ExpressionSyntax],
    _ span: SourceSpan
  ) -> TypedExpression? {
    guard let number = parts.first,
      let count = wholeNumber(arguments[1], "bins", least: 1, most: Bins.maxCount)
    else { return nil }
    guard let rows, scopes.count == 1, argumentPath == nil else {
      let text = SyntaxPrinter().text(of: arguments[0])
      return fail(FunctionError.misplacedBins(span, argument: text))
    }
    guard !number.readsFetchedRecord(of: Grouping.entity),
      !number.readsFetchedRecord(of: Windows.entity)
    else { return fail(FunctionError.binsOfGroups(arguments[0].span)) }
    let range = Grouping(
      keys: [],
      aggregates: [.min, .max].map {
        GroupAggregate(
          function: $0,
          filter: Self.isFinite(number),
          element: number,
          type: number.type
        )
      }
    )
    let columns = [0, 1].map { Grouping.aggregate($0, number.type) }
    let found = rows.groups(range, columns, self, at: span).flatMap { rows in
      rows.rowCount == 1 ? try? rows.rows(0..<1) : nil
    }
    // Without finite numbers, the range is empty, but infinite ones have their own bins.
    let none: Value = number.type == .double ? .double(0) : .null
    let limits = [0, 1].map { column in
      let limit = found?.value(row: 0, column: column) ?? .null
      return TypedExpression.literal(limit.isNull ? none : limit, number.type)
    }
    return TypedExpression(
      .call(.bins, [number, .literal(.int(Int64(count)), .int)] + limits),
      number.type
    )
  }

  private static func isFinite(_ number: TypedExpression) -> TypedExpression? {
    guard number.type == .double else { return nil }
    let limit = TypedExpression.literal(.double(.infinity), .double)
    let least = TypedExpression.literal(.double(-.infinity), .double)
    return .conjunction(of: [
      TypedExpression(.comparison(.less, number, limit), .bool),
      TypedExpression(.comparison(.greater, number, least), .bool),
    ])
  }
}
