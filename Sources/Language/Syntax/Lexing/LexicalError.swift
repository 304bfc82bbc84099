public import Diagnostics

/// Why a stretch of text is no token.
public enum LexicalError: Sendable, Hashable {
  /// `"Vac`: the quote is never closed
  case unclosedString(quote: Unicode.Scalar)
  /// `` `order by ``: the backtick is not closed on its line
  case unclosedName
  /// `/* …`: the comment is never closed
  case unclosedComment
  /// `/ab`: the regular expression is not closed on its line
  case unclosedRegex
  /// ` `` `
  case emptyName
  /// `"\q"`, with the place of the escape
  case unknownEscape(SourceSpan)
  /// `"\(name)"`, with the place of `\(`
  case interpolation(SourceSpan)
  /// `"\u{110000}"`, with the place of the escape
  case invalidScalar(SourceSpan)
  /// A NUL, written out or as `\u{0}`
  case nulCharacter(SourceSpan)
  /// `9223372036854775809`
  case integerTooLarge
  /// `7days`: where the word begins
  case numberTouchesWord(at: Int)
  /// `0x`
  case hexWithoutDigits
  /// `2026-02-30`
  case noSuchDate(year: Int, month: Int, day: Int)
  /// `2026-11-21T25:00:00`, `2026-11-21T12:30`
  case malformedTime
  /// `2026-11-21T12:30:00+99:00`
  case malformedZone
  /// `$` without a name behind it
  case parameterWithoutName
  /// `$0`, as closures name what they are given
  case closureArgument
  /// `$1000`, with the number
  case currencySign(String)
  /// `“`, `&`: a sign that the language does not have
  case unknownCharacter(Unicode.Scalar)
  /// `..`
  case twoDots

  /// Whether the token was meant as a literal, so that parsing can go on behind it.
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

  /// What was opened and never closed, as people write it.
  var openedText: String? {
    switch self {
    case .unclosedString(let quote): String(quote)
    case .unclosedComment: "/*"
    default: nil
    }
  }
}
