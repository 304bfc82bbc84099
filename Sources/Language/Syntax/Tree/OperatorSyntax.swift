public import Diagnostics

/// An infix operator where it was used.
public struct BinaryOperatorUse: Sendable {
  /// Which operator.
  public let `operator`: BinaryOperator
  /// Where it stands, options included.
  public let span: SourceSpan
  /// Whether `not` stood before a word operator: `name not contains "x"`.
  public let isNegated: Bool
  /// Whether `[c]` was given.
  public let ignoresCase: Bool
  /// Whether `[d]` was given.
  public let ignoresDiacritics: Bool

  /// Makes a use of an operator.
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
