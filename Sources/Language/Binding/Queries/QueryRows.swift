public import Diagnostics
import Expressions
import Model
public import Storage

/// Answers questions about the rows of a query while it is bound: which values a pivot has columns
/// for, and which range `bins` divides.
public protocol QueryAnswers: Sendable {
  /// The rows of a request with stored names. Reading the first few hundred rows does not fail.
  func rows(of request: FetchRequest) throws(DiagnosticList) -> any ResultRows
}

/// The rows of a query after its conditions.
final class QueryRows {
  private let request: FetchRequest
  private let source: QuerySource
  /// The moment in the past that the rows are from; nil for the present.
  private let moment: RequestedMoment?
  private let schema: Schema
  /// The answers so far; a question can be asked again where an expression is repeated.
  private var known: [Grouping: any ResultRows] = [:]

  init(
    _ request: FetchRequest,
    _ source: QuerySource,
    _ moment: RequestedMoment?,
    _ schema: Schema
  ) {
    self.request = FetchRequest(entity: request.entity, predicate: request.predicate)
    (self.source, self.moment, self.schema) = (source, moment, schema)
  }

  /// The groups of the rows, with columns that read them; nil if they are unknown or fail, which is
  /// reported at `span`.
  func groups(
    _ grouping: Grouping,
    _ columns: [TypedExpression],
    _ binder: ExpressionBinder,
    at span: SourceSpan
  ) -> (any ResultRows)? {
    if let rows = known[grouping] { return rows }
    guard let answers = binder.options.answers, binder.findings.all.isEmpty else { return nil }
    var asked = request
    asked.grouping = grouping
    asked.columns = columns.map { OutputColumn(name: "", expression: $0) }
    asked = asked.over(source, keepingRows: false)
    asked.moment = moment
    do {
      let rows = try answers.rows(of: StoredNames(schema)?.request(asked) ?? asked)
      known[grouping] = rows
      return rows
    } catch {
      for finding in error.all { binder.findings.report(finding.placed(at: span)) }
      return nil
    }
  }
}

extension Diagnostic {
  /// The diagnostic at a position, unless it has one.
  fileprivate func placed(at span: SourceSpan) -> Diagnostic {
    guard primary == nil else { return self }
    return Diagnostic(
      severity,
      message,
      at: .init(span),
      also: secondary,
      further: further,
      help: help
    )
  }
}
