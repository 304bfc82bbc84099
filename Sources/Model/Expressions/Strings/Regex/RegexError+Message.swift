/// Messages of regular expression errors.
extension RegexError {
  /// The message in one line, without a period.
  public var message: String {
    switch problem {
    case .unsupported(let construct): "\(construct.name) is not supported in patterns"
    case .unclosed(let bracket): "this `\(bracket)` of the pattern is never closed"
    case .unopened: "this `)` of the pattern closes nothing"
    case .nothingToRepeat: "there is nothing here that could be repeated"
    case .repeatedTwice: "a repeat cannot be repeated"
    case .countExpected: "after `{` stands a count, as in `{2}` or `{2,5}`"
    case .reversedCount: "the smaller count stands first"
    case .countTooLarge: "a count is at most \(RegexLimits.count)"
    case .unknownEscape: "this escape is not known in patterns"
    case .nothingEscaped: "the pattern ends in a `\\` that escapes nothing"
    case .invalidScalar: "this is no Unicode scalar"
    case .unknownProperty: "no class of characters has this name"
    case .reversedRange: "the range is empty: its end comes before its start"
    case .rangeOfClasses: "a range goes from one character to another"
    case .emptyClass: "`[ ]` needs at least one character"
    case .unknownFlag: "this flag is not known; there are `i`, `m` and `s`"
    case .tooDeep: "the groups of the pattern are nested too deeply"
    case .tooLarge: "the counts make the pattern too large"
    }
  }

  /// Suggestions, one line each.
  public var help: [String] {
    switch problem {
    case .unsupported(let construct): construct.help.map { [$0] } ?? []
    case .unopened: ["for the character itself write `\\)`"]
    case .unclosed(let bracket): ["for the character itself write `\\\(bracket)`"]
    case .nothingToRepeat, .countExpected: ["for the character itself put a `\\` before it"]
    case .repeatedTwice: ["put what is repeated in parentheses: `(a+)*`"]
    case .nothingEscaped: ["for a backslash write `\\\\`"]
    case .emptyClass: ["for the character itself write `[\\]]`"]
    case .rangeOfClasses: ["for a minus in a class write `\\-`"]
    case .unknownProperty(let nearest):
      nearest.isEmpty
        ? ["there are `\\p{L}`, `\\p{Lu}`, `\\p{N}`, `\\p{P}`, `\\p{Alphabetic}` and others"]
        : ["did you mean " + nearest.map { "`\($0)`" }.joined(separator: " or ") + "?"]
    default: []
    }
  }
}

extension RegexConstruct {
  fileprivate var name: String {
    switch self {
    case .backReference: "a back-reference"
    case .lookAhead, .lookBehind: "looking around"
    case .atomicGroup: "an atomic group"
    case .possessiveRepeat: "a possessive repeat"
    case .conditionalGroup: "a conditional group"
    case .recursion: "recursion"
    case .comment: "a comment in a pattern"
    case .nestedClass: "a class within a class"
    case .classOperation: "an operation between classes"
    case .escape: "this escape"
    }
  }

  fileprivate var help: String? {
    switch self {
    case .backReference, .recursion:
      "patterns match in time proportional to the text, which this would not allow"
    case .lookAhead, .lookBehind:
      "combine two conditions instead: `name matches /…/ and name not matches /…/`"
    case .atomicGroup, .possessiveRepeat:
      "a plain one will do: no pattern is slow here"
    case .nestedClass: "for the character itself write `\\[`"
    case .classOperation: "for the characters themselves put a `\\` before each"
    case .conditionalGroup, .comment, .escape: nil
    }
  }
}
