/// What is wrong with a regular expression, and where in its text.
public struct RegexError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// A construct of other dialects that this one leaves out.
    case unsupported(RegexConstruct)
    /// A `(` or `[` is never closed.
    case unclosed(String)
    /// A `)` closes nothing.
    case unopened
    /// A `*`, `+`, `?` or `{` follows nothing that could be repeated.
    case nothingToRepeat
    /// A repeat follows a repeat.
    case repeatedTwice
    /// A `{` is neither a count nor escaped.
    case countExpected
    /// `{5,2}`
    case reversedCount
    /// A count above ``RegexLimits/count``.
    case countTooLarge
    /// `\y`
    case unknownEscape
    /// A `\` is the last character.
    case nothingEscaped
    /// `\u{…}` or `\x` without a Unicode scalar.
    case invalidScalar
    /// `\p{…}` or `[:…:]` names nothing known.
    case unknownProperty(nearest: [String])
    /// `[z-a]`
    case reversedRange
    /// `[\d-z]`
    case rangeOfClasses
    /// `[]`
    case emptyClass
    /// `(?y)`
    case unknownFlag
    /// The groups lie too deep within one another.
    case tooDeep
    /// Counts make the expression too large.
    case tooLarge
  }

  /// What is wrong.
  public let problem: Problem
  /// The bytes of the pattern's UTF-8 text that are at fault.
  public let range: Range<Int>

  /// Creates an error.
  public init(problem: Problem, range: Range<Int>) {
    self.problem = problem
    self.range = range
  }
}

/// What other dialects have and this one leaves out: nothing here may take more than linear time.
public enum RegexConstruct: Hashable, Sendable {
  case backReference
  case lookAhead
  case lookBehind
  case atomicGroup
  case possessiveRepeat
  case conditionalGroup
  case recursion
  case comment
  case nestedClass
  case classOperation
  case escape
}

/// How large a regular expression may be.
enum RegexLimits {
  /// The largest count in braces.
  static let count = 1000
  /// The most groups around one another.
  static let depth = 100
  /// The most instructions of a program.
  static let size = 10_000
  /// The most numbers that a machine keeps for its states; when there are more, all are thrown away
  /// and it begins anew.
  static let cells = 1 << 20
}
