public import Diagnostics

/// `expect count Budget == 3`, `expect error "unique" insert Budget name: "Rent"`
public struct ExpectStatement: Sendable {
  /// What is expected.
  public let condition: Condition
  /// The position of the condition, without `expect`.
  public let span: SourceSpan

  /// Creates an expectation.
  public init(_ condition: Condition, span: SourceSpan) {
    self.condition = condition
    self.span = span
  }

  /// The kinds of conditions.
  public indirect enum Condition: Sendable {
    /// `expect (count Budget) == 3`: an expression that is true.
    case holds(ExpressionSyntax)
    /// `expect fetch Budget where spent > limit is empty`
    case isEmpty(QuerySyntax, isNegated: Bool)
    /// `expect (fetch Budget select name) == [ { name: "Rent" } ]`
    case rows(QuerySyntax, ExpectedRows, isNegated: Bool)
    /// `expect error "unique" insert Budget name: "Rent"`, with a part of the message.
    case fails(message: String?, Statement)
  }
}

/// The rows that a result is compared with.
public enum ExpectedRows: Sendable {
  /// `[ { name: "Rent", limit: 1200 } ]`, or a single record.
  case records([RecordSyntax], SourceSpan)
  /// `["Rent", "Food"]`: the values of the only column.
  case values([ExpressionSyntax], SourceSpan)
  /// `(fetch Budget select name)`
  case query(QuerySyntax, SourceSpan)
}
