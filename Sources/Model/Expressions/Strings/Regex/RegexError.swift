/// An error in a regular expression and its position.
public struct RegexError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Problem: Hashable, Sendable {
    /// A construct that is not supported.
    case unsupported(RegexConstruct)
    /// An unclosed `(` or `[`.
    case unclosed(String)
    /// An unmatched `)`.
    case unopened
    /// A `*`, `+`, `?` or `{` without an operand.
    case nothingToRepeat
    /// A quantifier after a quantifier.
    case repeatedTwice
    /// A `{` without a count.
    case countExpected
    /// `{5,2}`
    case reversedCount
    /// A count above `RegexLimits.count`.
    case countTooLarge
    /// `\y`
    case unknownEscape
    /// A trailing `\`.
    case nothingEscaped
    /// `\u{…}` or `\x` without a Unicode scalar.
    case invalidScalar
    /// An unknown `\p{…}` or `[:…:]`.
    case unknownProperty(nearest: [String])
    /// `[z-a]`
    case reversedRange
    /// `[\d-z]`
    case rangeOfClasses
    /// `[]`
    case emptyClass
    /// `(?y)`
    case unknownFlag
    /// Groups are nested too deeply.
    case tooDeep
    /// The program is too large.
    case tooLarge
  }

  /// The kind of error.
  public let problem: Problem
  /// The range in the pattern's UTF-8 bytes.
  public let range: Range<Int>

  /// Creates an error.
  public init(problem: Problem, range: Range<Int>) {
    self.problem = problem
    self.range = range
  }
}

/// Constructs of other dialects that are not supported, mostly because they need more than linear
/// time.
public enum RegexConstruct: String, Hashable, Sendable {
  case backReference = "a backreference"
  case lookaround
  case atomicGroup = "an atomic group"
  case possessiveRepeat = "a possessive repeat"
  case conditionalGroup = "a conditional group"
  case recursion
  case comment = "a comment in a pattern"
  case nestedClass = "a nested class"
  case classOperation = "a class operation"
  case escape = "this escape"
}

/// Limits of regular expressions.
enum RegexLimits {
  /// The largest count in braces.
  static let count = 1000
  /// The maximum nesting of groups.
  static let depth = 100
  /// The maximum number of instructions.
  static let size = 10_000
  /// The maximum size of a machine's state table; beyond that the states are discarded.
  static let cells = 1 << 20
}
