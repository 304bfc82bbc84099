import Diagnostics

extension Lexer {
  /// `(`, `==`
  mutating func symbol() -> Token.Kind {
    guard let symbol = Symbol.longest(at: (byte(), byte(ahead: 1), byte(ahead: 2))) else {
      return unknownCharacter()
    }
    if symbol == .dot, byte(ahead: 1) == UInt8(ascii: ".") {
      advance(2)
      return .invalid(.twoDots)
    }
    advance(symbol.rawValue.utf8.count)
    return .symbol(symbol)
  }

  /// `// …`, `/* … */`, and `#! …` as the first line
  mutating func comment() -> Token.Kind? {
    let isScriptLine = offset <= 3 && isFirst && follows("#!")
    if isScriptLine || follows("//") {
      skip { $0 != UInt8(ascii: "\n") }
      return .comment
    }
    return follows("/*") ? blockComment() : nil
  }

  /// Whether this is the start of the source, or follows its byte order mark.
  private var isFirst: Bool { offset == 0 || (offset == 3 && source.bytes[0] == 0xEF) }

  private func follows(_ sign: StaticString) -> Bool {
    sign.withUTF8Buffer { $0[0] == byte() && $0[1] == byte(ahead: 1) }
  }

  private mutating func blockComment() -> Token.Kind {
    let start = offset
    advance(2)
    while !hasNoCommentClose, !isAtEnd {
      skip { $0 != UInt8(ascii: "*") }
      if byte(ahead: 1) == UInt8(ascii: "/"), !isAtEnd {
        advance(2)
        return .comment
      }
      advance()
    }
    hasNoCommentClose = true
    move(to: max(start, source.bytes.count))
    return .invalid(.unclosedComment)
  }
}
