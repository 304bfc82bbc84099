import Diagnostics

/// A syntax error; ``SyntaxErrorRenderer`` words it.
///
/// Indirect to be one pointer wide, because every call that can throw reserves stack space for it.
indirect enum SyntaxError: Error, Sendable {
  /// An invalid token.
  case lexical(LexicalError, SourceSpan)
  /// An unexpected token.
  case unexpected(Mismatch)
  /// A clause or statement keyword in place of an operand; `otherwise` is the error if it is meant
  /// as a name.
  case keywordAsOperand(Mismatch, otherwise: Mismatch)
  /// A reserved word in place of a name.
  case reservedWord(Written, NameRole)
  /// A duplicate clause or word.
  case repeated(word: String, first: SourceSpan, second: SourceSpan)
  /// A `limit` after one with `per`.
  case limitAfterGroupLimit(first: SourceSpan, second: SourceSpan)
  /// `expenses { name group by name }`
  case clauseInShape(Written)
  /// `a < b < c`, by its operators.
  case chainedComparison(first: Written, second: Written)
  /// `1...5` that does not follow `in`.
  case rangeOutsideMembership(SourceSpan)
  /// `a == not b`: a prefix operator that needs parentheses.
  case weakPrefix(Written)
  /// A space between a function and its arguments.
  case spaceBeforeArguments(name: Written, parenthesis: SourceSpan)
  /// `name days`: a unit that does not follow a number.
  case misplacedUnit(Written)
  /// A whole number that only fits with a minus sign.
  case integerTooLarge(SourceSpan)
  /// The text is nested too deeply.
  case tooDeep(SourceSpan, limit: Int, isRowOfOr: Bool)
  /// An unclosed quote in a dot-command.
  case unclosedCommandQuote(SourceSpan)
}

/// A piece of the source with its position.
struct Written: Sendable, Hashable {
  let text: String
  let span: SourceSpan
}

/// An unexpected token and what was expected instead.
struct Mismatch: Sendable {
  /// The unexpected token.
  let found: Token
  /// The source text of the token.
  let foundText: String
  /// What was expected.
  let expected: Expectation
  /// The previous token; nil at the start of a statement.
  let previous: Written?
  /// The innermost open bracket.
  let opener: Written?
  /// The start of the statement.
  let statement: Int

  /// The unknown input, for a look-up in other languages.
  var unknown: UnknownInput {
    let place: UnknownInput.Place =
      switch expected {
      case .statement: .statement
      case .clause: .clause
      case .name(.parameter): .parameterName
      default: .other
      }
    return .token(place, statement: statement)
  }

  /// The position of the error: right after the last token if the input ended.
  var span: SourceSpan {
    guard found.kind == .end, let previous else { return found.span }
    return SourceSpan(at: previous.span.upperBound)
  }
}

extension SyntaxError {
  /// Whether more input could fix the error.
  var isAtEnd: Bool {
    switch self {
    case .unexpected(let mismatch): mismatch.found.kind == .end
    case .lexical(let error, _): error.openedText != nil
    default: false
    }
  }
}
