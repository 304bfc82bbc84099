import Diagnostics
import Syntax

/// Runs `expect`.
struct ExpectHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    guard case .expect(let expectation) = statement.kind else { return nil }
    let failure: Diagnostic?
    do {
      failure = try session.failure(of: expectation, in: source)
    } catch let problem as NoSingleValue {
      failure = problem.diagnostic
    }
    let words = source.text(in: expectation.span).split(whereSeparator: \.isWhitespace)
    return .expectation(
      ExpectationResult(text: words.joined(separator: " "), failure: failure)
    )
  }
}

extension QuerySession {
  /// How the state differs from what is expected; nil if it does not.
  fileprivate func failure(
    of expectation: ExpectStatement,
    in source: SourceText
  ) throws -> Diagnostic? {
    let span = expectation.span
    switch expectation.condition {
    case .holds(let expression):
      return try ExpectedCondition(session: self, span: span).failure(of: expression)
    case .isEmpty(let query, let isNegated):
      return try ExpectedResult(session: self, span: span).failure(of: query, isEmpty: !isNegated)
    case .rows(let query, let expected, let isNegated):
      return try ExpectedResult(session: self, span: span)
        .failure(of: query, expected, isNegated: isNegated)
    case .fails(let message, let statement):
      return try ExpectedError(session: self, message: message, span: span)
        .failure(of: statement, in: source)
    }
  }
}
