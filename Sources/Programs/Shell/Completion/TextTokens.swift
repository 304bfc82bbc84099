import Diagnostics
import Syntax

/// The tokens of an edited block, and the dot-commands between its statements.
struct TextTokens {
  /// All tokens and comments. A regular expression is a single token.
  private(set) var tokens: [Token] = []
  /// The lines of dot-commands, which are not tokenized.
  private(set) var commands: [SourceSpan] = []

  private let source: SourceText
  private var lexer: Lexer

  init(_ source: SourceText) {
    self.source = source
    lexer = Lexer(source, keepsComments: true)
    while true {
      let token = lexer.next()
      if token.kind == .end { return }
      if isCommand(token) {
        commands.append(takeLine(from: token.span.lowerBound))
      } else if token.symbol == .slash, mayBeRegex {
        tokens.append(takeRegex(from: token))
      } else {
        tokens.append(token)
      }
    }
  }

  /// Whether a slash begins a regular expression: after `matches`, and as an argument.
  private var mayBeRegex: Bool { previous?.keyword == .matches || previous?.symbol == .comma }

  /// The last token that is not a comment.
  private var previous: Token? { tokens.last { $0.kind != .comment } }

  /// Whether `token` starts a dot-command: at the start, or on a line after a complete statement.
  private func isCommand(_ token: Token) -> Bool {
    let end = token.span.upperBound
    guard token.symbol == .dot, end < source.bytes.count, Self.isLetter(source.bytes[end]) else {
      return false
    }
    return previous == nil || previous?.symbol == .semicolon || token.lineBreak != .none
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private mutating func takeLine(from start: Int) -> SourceSpan {
    let end = source.spanOfLine(source.lineIndex(of: start)).upperBound
    lexer = Lexer(source, at: end, keepsComments: true)
    return SourceSpan(start, end)
  }

  /// `/…/`. A slash in `[ ]` or after a backslash does not close it.
  private mutating func takeRegex(from token: Token) -> Token {
    var position = token.span.upperBound
    var isInSet = false
    scanning: while position < source.bytes.count {
      switch source.bytes[position] {
      case UInt8(ascii: "\n"): break scanning
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "/") where !isInSet:
        return regex(token, end: position + 1, kind: .string(""))
      default: break
      }
      position += 1
    }
    let end = min(position, source.bytes.count)
    return regex(token, end: end, kind: .invalid(.unclosedRegex))
  }

  private mutating func regex(_ token: Token, end: Int, kind: Token.Kind) -> Token {
    lexer = Lexer(source, at: end, keepsComments: true)
    let span = SourceSpan(token.span.lowerBound, end)
    return Token(kind: kind, span: span, lineBreak: token.lineBreak)
  }
}
