import Diagnostics

/// Words errors about invalid tokens.
enum LexicalErrorRenderer {
  static func diagnostic(_ error: LexicalError, _ span: SourceSpan) -> Diagnostic {
    switch error {
    case .unclosedString(let quote):
      unclosed("unclosed string", span, 1, help: "end it with `\(quote)`")
    case .unclosedName:
      unclosed("unclosed name", span, 1, help: "end it with a backtick on the same line")
    case .unclosedComment:
      unclosed("unclosed comment", span, 2, help: "end it with `*/`")
    case .unclosedRegex:
      unclosed(
        "unclosed regular expression",
        span,
        1,
        help: "end it with `/`; write a slash inside as `\\/`"
      )
    case .emptyName: Diagnostic("a name cannot be empty", at: span)
    case .unknownEscape(let escape):
      Diagnostic(
        "unknown escape sequence",
        at: escape,
        help: [#"the escapes are \n \t \r \\ \" \' and \u{1F600}; a backslash is written \\"#]
      )
    case .interpolation(let escape):
      Diagnostic(
        "strings have no interpolation",
        at: escape,
        help: ["join strings with `+`, as in `firstName + \" \" + surname`"]
      )
    case .invalidScalar(let escape): Diagnostic("invalid Unicode code point", at: escape)
    case .nulCharacter(let place): Diagnostic("a string cannot contain a NUL character", at: place)
    case .integerTooLarge, .numberTouchesWord, .hexWithoutDigits: number(error, span)
    case .noSuchDate, .malformedTime, .malformedZone: date(error, span)
    case .parameterWithoutName:
      Diagnostic("expected a parameter's name after `$`", at: span, help: ["write `$name`"])
    case .closureArgument:
      Diagnostic(
        "closures are not supported, so there is no `$0`",
        at: span,
        help: ["write attributes by name, as in `name`; `self` is the record"]
      )
    case .currencySign(let digits):
      Diagnostic("numbers have no currency sign", at: span, help: ["write `\(digits)`"])
    case .unknownCharacter(let scalar): unknownCharacter(scalar, span)
    case .twoDots:
      Diagnostic(
        "`..` is not an operator",
        at: span,
        help: ["write a range as `1...5` or `1..<5`"]
      )
    }
  }

  /// An error at the `length` bytes of the opening delimiter.
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
        "missing space after a number",
        at: SourceSpan(word, span.upperBound),
        help: ["separate a number and its unit with a space: `7 days`"]
      )
    case .hexWithoutDigits: Diagnostic("expected hexadecimal digits after `0x`", at: span)
    default:
      Diagnostic(
        "this number does not fit in an Int",
        at: span,
        help: ["an Int is between -9223372036854775808 and 9223372036854775807"]
      )
    }
  }

  private static func date(_ error: LexicalError, _ span: SourceSpan) -> Diagnostic {
    switch error {
    case .noSuchDate(_, let month, _) where !(1...12).contains(month):
      Diagnostic("there is no month \(month)", at: span, help: ["write a date as YYYY-MM-DD"])
    case .noSuchDate(let year, let month, let day):
      Diagnostic("month \(month) of \(year) has no day \(day)", at: span)
    case .malformedZone:
      Diagnostic(
        "invalid time zone",
        at: span,
        help: ["write a time zone as `Z` or `+02:00`, at most 18 hours from UTC"]
      )
    default:
      Diagnostic(
        "invalid time",
        at: span,
        help: ["write a time as `2026-11-21T12:30:00`, with up to six decimals and a time zone"]
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
      return Diagnostic("unexpected invisible character U+\(padded)", at: span)
    }
    return Diagnostic("unexpected character `\(scalar)`", at: span, help: help)
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
