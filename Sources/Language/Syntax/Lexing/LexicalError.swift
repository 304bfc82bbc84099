public import Diagnostics

/// The reason why a token is invalid.
public enum LexicalError: Sendable, Hashable {
  /// `"Vac`: an unclosed string
  case unclosedString(quote: Unicode.Scalar)
  /// `` `order by ``: an unclosed name
  case unclosedName
  /// `/* …`: an unclosed comment
  case unclosedComment
  /// `/ab`: an unclosed regular expression
  case unclosedRegex
  /// ` `` `
  case emptyName
  /// `"\q"`, with the position of the escape
  case unknownEscape(SourceSpan)
  /// `"\(name)"`, with the position of `\(`
  case interpolation(SourceSpan)
  /// `"\u{110000}"`, with the position of the escape
  case invalidScalar(SourceSpan)
  /// A NUL character, literal or as `\u{0}`
  case nulCharacter(SourceSpan)
  /// `9223372036854775809`
  case integerTooLarge
  /// `7days`, with the start of the word
  case numberTouchesWord(at: Int)
  /// `0x`
  case hexWithoutDigits
  /// `2026-02-30`
  case noSuchDate(year: Int, month: Int, day: Int)
  /// `2026-11-21T25:00:00`, `2026-11-21T12:30`
  case malformedTime
  /// `2026-11-21T12:30:00+99:00`
  case malformedZone
  /// `$` without a name
  case parameterWithoutName
  /// `$0`, an argument of a Swift closure
  case closureArgument
  /// `$1000`, with the number
  case currencySign(String)
  /// `“`, `&`: a character that the language does not use
  case unknownCharacter(Unicode.Scalar)
  /// `..`
  case twoDots

  /// Whether the token was meant as a literal, so that parsing can continue after it.
  var isLiteral: Bool {
    switch self {
    case .unknownEscape, .invalidScalar, .nulCharacter, .integerTooLarge, .noSuchDate,
      .malformedTime, .malformedZone, .hexWithoutDigits, .parameterWithoutName, .closureArgument,
      .currencySign, .interpolation:
      true
    case .unclosedString, .unclosedName, .unclosedComment, .unclosedRegex, .emptyName,
      .numberTouchesWord,
      .unknownCharacter, .twoDots:
      false
    }
  }

  /// The unclosed delimiter.
  var openedText: String? {
    switch self {
    case .unclosedString(let quote): String(quote)
    case .unclosedComment: "/*"
    default: nil
    }
  }
}
