/// Messages of regular expression errors.
extension RegexError {
  /// The message in one line, without a period.
  public var message: String {
    switch problem {
    case .unsupported(let construct): "\(construct.rawValue) is not supported in patterns"
    case .unclosed(let bracket): "unclosed `\(bracket)` in the pattern"
    case .unopened: "unmatched `)` in the pattern"
    case .nothingToRepeat: "nothing to repeat"
    case .repeatedTwice: "a quantifier cannot follow a quantifier"
    case .countExpected: "expected a count after `{`, such as `{2}` or `{2,5}`"
    case .reversedCount: "the smaller count comes first"
    case .countTooLarge: "a count can be at most \(RegexLimits.count)"
    case .unknownEscape: "unknown escape in a pattern"
    case .nothingEscaped: "trailing `\\` in the pattern"
    case .invalidScalar: "not a Unicode scalar"
    case .unknownProperty: "unknown character class"
    case .reversedRange: "the range is empty: its end comes before its start"
    case .rangeOfClasses: "the bounds of a range must be characters"
    case .emptyClass: "`[ ]` needs at least one character"
    case .unknownFlag: "unknown flag; the flags are `i`, `m` and `s`"
    case .tooDeep: "the groups of the pattern are nested too deeply"
    case .tooLarge: "the counts make the pattern too large"
    }
  }

  /// Suggestions, one line each.
  public var help: [String] {
    switch problem {
    case .unsupported(let construct): construct.help.map { [$0] } ?? []
    case .unopened: ["to match the character itself, write `\\)`"]
    case .unclosed(let bracket): ["to match the character itself, write `\\\(bracket)`"]
    case .nothingToRepeat, .countExpected: ["to match the character itself, put a `\\` before it"]
    case .repeatedTwice: ["use parentheses: `(a+)*`"]
    case .nothingEscaped: ["to match a backslash, write `\\\\`"]
    case .emptyClass: ["to match the character itself, write `[\\]]`"]
    case .rangeOfClasses: ["to match a minus in a class, write `\\-`"]
    case .unknownProperty(let nearest):
      nearest.isEmpty
        ? ["there are `\\p{L}`, `\\p{Lu}`, `\\p{N}`, `\\p{P}`, `\\p{Alphabetic}` and others"]
        : ["did you mean " + nearest.map { "`\($0)`" }.joined(separator: " or ") + "?"]
    default: []
    }
  }
}

extension RegexConstruct {
  fileprivate var help: String? {
    switch self {
    case .backReference, .recursion:
      "patterns match in linear time, which this would not allow"
    case .lookaround:
      "combine two conditions instead: `name matches /…/ and name not matches /…/`"
    case .atomicGroup, .possessiveRepeat:
      "use a plain one; all patterns match in linear time"
    case .nestedClass: "to match the character itself, write `\\[`"
    case .classOperation: "to match the characters themselves, put a `\\` before each"
    case .conditionalGroup, .comment, .escape: nil
    }
  }
}
