public import Diagnostics
import Expressions
import Model
public import Storage
public import Syntax

/// Moments in the past.
extension QueryBinder {
  /// The moment of a query: its own, or that of the query that it reads.
  func moment(
    _ own: RequestedMoment?,
    of query: QuerySyntax,
    _ source: QuerySource
  ) -> RequestedMoment? {
    guard let inherited = source.saved?.request.moment else { return own }
    guard let syntax = query.moment else { return inherited }
    return findings.fail(MomentError.repeated(syntax.span))
  }

  func moment(_ syntax: MomentSyntax) -> RequestedMoment? {
    switch syntax.kind {
    case .save(let number): return .save(Int64(clamping: number))
    case .yesterday:
      return time(before: "today", ExpressionSyntax(.literal(.int(1)), span: syntax.span), "days")
    case .time(let expression):
      guard let bound = constant(expression, wanting: .date) else { return nil }
      guard bound.type == .date else {
        return findings.fail(MomentError.notDate(expression.span, found: bound.type))
      }
      return .time(bound)
    case .ago(let expression):
      guard let bound = constant(expression, wanting: nil) else { return nil }
      guard bound.type == .duration else {
        return findings.fail(MomentError.notDuration(expression.span, found: bound.type))
      }
      return time(before: "now", expression, nil)
    }
  }

  /// `now - 3 hours`
  private func time(
    before start: String,
    _ amount: ExpressionSyntax,
    _ unit: String?
  ) -> RequestedMoment? {
    let span = amount.span
    let duration =
      unit.map { ExpressionSyntax(.unit(amount, NameSyntax($0, span: span)), span: span) } ?? amount
    let difference = ExpressionSyntax(
      .binary(
        BinaryOperatorUse(.subtract, span: span),
        ExpressionSyntax(.name(NameSyntax(start, span: span)), span: span),
        duration
      ),
      span: span
    )
    return constant(difference, wanting: .date).map(RequestedMoment.time)
  }

  private func constant(_ syntax: ExpressionSyntax, wanting type: ValueType?) -> TypedExpression? {
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    guard let bound = type.map({ binder.bind(syntax, wanting: $0) }) ?? binder.bind(syntax),
      binder.isNotRandom(bound, syntax)
    else { return nil }
    guard bound.isConstant, !bound.containsQuery else {
      return findings.fail(MomentError.notConstant(syntax.span))
    }
    return bound
  }
}

extension Binder {
  /// Binds a moment of `diff` or `history`.
  public func bindMoment(_ syntax: MomentSyntax) throws(DiagnosticList) -> RequestedMoment {
    try bound { $0.moment(syntax) }
  }

  /// Binds the query of a `diff`.
  public func bindDiff(_ selection: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.selectedRecords(selection, of: "`diff`") }.request)
  }

  /// Binds a `restore`: finds the records in the past.
  public func bindRestore(_ statement: RestoreStatement) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.request(statement) })
  }
}

extension QueryBinder {
  fileprivate func request(_ statement: RestoreStatement) -> FetchRequest? {
    var query = statement.selection
    guard let syntax = query.moment else {
      let text = SyntaxPrinter().text(of: query)
      // A model without a condition needs `all`.
      let isWhole =
        query.clauseKeywords.isEmpty && query.predicate == nil && query.source == nil
        && query.savedQuery == nil && !query.isParameter
      let all = statement.all != nil || isWhole ? "\(Keyword.all.rawValue) " : ""
      return findings.fail(MomentError.missing(query.sourceSpan, query: all + text))
    }
    query.moment = nil
    query.clauseKeywords.removeAll { $0.clause == .moment }
    let found = changedRecords(query, all: statement.all, verb: "restore")
    guard let moment = moment(syntax), var request = found?.request else { return nil }
    request.moment = moment
    return request
  }
}
