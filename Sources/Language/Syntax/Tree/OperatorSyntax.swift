public import Diagnostics

/// An infix operator in the source.
public struct BinaryOperatorUse: Sendable {
  /// The operator.
  public let `operator`: BinaryOperator
  /// The position, including options.
  public let span: SourceSpan
  /// Whether `not` precedes a word operator: `name not contains "x"`.
  public let isNegated: Bool
  /// Whether it has the option `[c]`.
  public let ignoresCase: Bool
  /// Whether it has the option `[d]`.
  public let ignoresDiacritics: Bool

  /// Creates an operator.
  public init(
    _ operator: BinaryOperator,
    span: SourceSpan,
    isNegated: Bool = false,
    ignoresCase: Bool = false,
    ignoresDiacritics: Bool = false
  ) {
    self.operator = `operator`
    self.span = span
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}
