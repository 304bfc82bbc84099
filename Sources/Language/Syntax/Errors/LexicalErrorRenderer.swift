import Diagnostics

/// Finds the words for text that is no token.
enum LexicalErrorRenderer {
  static func diagnostic(_ error: LexicalError, _ span: SourceSpan) -> Diagnostic {
    switch error {
    case .unclosedString(let quote):
      unclosed("this text is never closed", span, 1, help: "end it with `\(quote)`")
    case .unclosedName:
      unclosed("this name is not closed on its line", span, 1, help: "end it with a backtick")
    case .unclosedComment:
      unclosed("this comment is never closed", span, 2, help: "end it with `*/`")
    case .unclosedRegex:
      unclosed(
        "this regular expression is not closed on its line",
        span,
        1,
        help: "end it with `/`; a slash within is written `\\/`"
      )
    case .emptyName: Diagnostic("a name cannot be empty", at: span)
    case .unknownEscape(let escape):
      Diagnostic(
        "this escape is not known",
        at: escape,
        help: [#"the escapes are \n \t \r \\ \" \' and \u{1F600}; a backslash is written \\"#]
      )
    case .interpolation(let escape):
      Diagnostic(
        "strings have no interpolation",
        at: escape,
        help: ["join strings with `+`, as in `firstName + \" \" + surname`"]
      )
    case .invalidScalar(let escape): Diagnostic("no such character exists", at: escape)
    case .nulCharacter(let place): Diagnostic("a text cannot contain the character NUL", at: place)
    case .integerTooLarge, .numberTouchesWord, .hexWithoutDigits: number(error, span)
    case .noSuchDate, .malformedTime, .malformedZone: date(error, span)
    case .parameterWithoutName:
      Diagnostic("expected a parameter's name after `$`", at: span, help: ["write `$name`"])
    case .closureArgument:
      Diagnostic(
        "there are no closures, so nothing is called `$0`",
        at: span,
        help: ["attributes stand alone, as in `name`; the record itself is `self`"]
      )
    case .currencySign(let digits):
      Diagnostic("a number has no currency sign", at: span, help: ["write `\(digits)`"])
    case .unknownCharacter(let scalar): unknownCharacter(scalar, span)
    case .twoDots:
      Diagnostic(
        "`..` is not an operator",
        at: span,
        help: ["a range is written `1...5` or `1..<5`"]
      )
    }
  }

  /// Points to the `length` bytes that open what is not closed.
  private static func unclosed(
    _ message: String,
    _ span: SourceSpan,
    _ length: Int,
    help: String
  ) -> Diagnostic {
    let opening = SourceSpan(span.lowerBound, span.lowerBound + length)
    return Diagnostic(message, at: opening, help: [help])
  }

  private static func number(_ error: LexicalError, _ span: SourceSpan) -> Diagnostic {
    switch error {
    case .numberTouchesWord(let word):
      Diagnostic(
        "a number cannot run into a word",
        at: SourceSpan(word, span.upperBound),
        help: ["part a number and its unit with a space: `7 days`"]
      )
    case .hexWithoutDigits: Diagnostic("expected hexadecimal digits after `0x`", at: span)
    default:
      Diagnostic(
        "this number does not fit an Int",
        at: span,
        help: ["an Int lies between -9223372036854775808 and 9223372036854775807"]
      )
    }
  }

  private static func date(_ error: LexicalError, _ span: SourceSpan) -> Diagnostic {
    switch error {
    case .noSuchDate(_, let month, _) where !(1...12).contains(month):
      Diagnostic("there is no month \(month)", at: span, help: ["a date is written YYYY-MM-DD"])
    case .noSuchDate(let year, let month, let day):
      Diagnostic("there is no day \(day) in month \(month) of the year \(year)", at: span)
    case .malformedZone:
      Diagnostic(
        "there is no such time zone",
        at: span,
        help: ["a zone is written `Z` or `+02:00`, at most 18 hours from UTC"]
      )
    default:
      Diagnostic(
        "the time of this date cannot be read",
        at: span,
        help: ["a time is written `2026-11-21T12:30:00`, with up to six decimals and a zone"]
      )
    }
  }

  private static func unknownCharacter(
    _ scalar: Unicode.Scalar,
    _ span: SourceSpan
  ) -> Diagnostic {
    let help = Lookalikes.help(for: scalar).map { [$0] } ?? []
    guard scalar.isVisible else {
      let code = String(scalar.value, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
      return Diagnostic("the invisible character U+\(padded) cannot stand here", at: span)
    }
    return Diagnostic("the character `\(scalar)` cannot stand here", at: span, help: help)
  }
}

extension Unicode.Scalar {
  /// Whether a person can see the character.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }
}
