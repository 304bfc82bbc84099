public import Diagnostics

/// A prefix operator.
public enum UnaryOperator: String, Sendable, CaseIterable {
  case negate = "-"
  case not = "not"
}

/// An infix operator between two expressions, by its canonical spelling.
///
/// Precedence, associativity and other spellings stand in ``OperatorTable``.
public enum BinaryOperator: String, Sendable, CaseIterable {
  case or = "or"
  case and = "and"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case looselyContains = "~"
  case notLooselyContains = "!~"
  case looselyEquals = "=~"
  case contains = "contains"
  case startsWith = "starts with"
  case endsWith = "ends with"
  case like = "like"
  case matches = "matches"
  case coalesce = "??"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}

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
