import Diagnostics

/// What is wrong with a text, as facts; ``SyntaxErrorRenderer`` finds the words.
///
/// It is one pointer wide, as every call that may throw keeps room for it on the stack.
indirect enum SyntaxError: Error, Sendable {
  /// A stretch is no token.
  case lexical(LexicalError, SourceSpan)
  /// Something else was expected.
  case unexpected(Mismatch)
  /// A keyword that begins a clause or a statement stands where an operand should.
  /// If it is a name after all, something else is wrong.
  case keywordAsOperand(Mismatch, otherwise: Mismatch)
  /// A reserved word stands where a name should.
  case reservedWord(Written, NameRole)
  /// A clause or a word that may stand once stands twice.
  case repeated(word: String, first: SourceSpan, second: SourceSpan)
  /// `expenses { name group by name }`
  case clauseInShape(Written)
  /// `a < b < c`, by its operators.
  case chainedComparison(first: Written, second: Written)
  /// `1...5` elsewhere than after `in`.
  case rangeOutsideMembership(SourceSpan)
  /// `a == not b`: the prefix binds more weakly than what it stands in.
  case weakPrefix(Written)
  /// A space parts a function from its arguments.
  case spaceBeforeArguments(name: Written, parenthesis: SourceSpan)
  /// `name days`: a unit behind what is no number.
  case misplacedUnit(Written)
  /// A whole number that only fits with a minus before it.
  case integerTooLarge(SourceSpan)
  /// The text nests deeper than a limit.
  case tooDeep(SourceSpan, limit: Int, isRowOfOr: Bool)
  /// A quote in a dot-command that is never closed.
  case unclosedCommandQuote(SourceSpan)
}

/// A piece of the text with its place.
struct Written: Sendable, Hashable {
  let text: String
  let span: SourceSpan
}

/// What was found instead of what was expected.
struct Mismatch: Sendable {
  /// The token at fault.
  let found: Token
  /// The token as it was written.
  let foundText: String
  /// What could have stood there.
  let expected: Expectation
  /// The token before, as it was written; nil at a statement's start.
  let previous: Written?
  /// The innermost bracket that is open.
  let opener: Written?
  /// Where the statement begins.
  let statement: Int

  /// The error as others look it up who know more languages.
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

  /// Where the error is shown: right behind the last token if the text ended.
  var span: SourceSpan {
    guard found.kind == .end, let previous else { return found.span }
    return SourceSpan(at: previous.span.upperBound)
  }
}

extension SyntaxError {
  /// Whether more text could mend the error.
  var isAtEnd: Bool {
    switch self {
    case .unexpected(let mismatch): mismatch.found.kind == .end
    case .lexical(let error, _): error.openedText != nil
    default: false
    }
  }
}
