import Diagnostics

extension Lexer {
  /// `/^V.*n$/` without its slashes; `\/` is a slash, and so is one in `[ ]`.
  mutating func regex() -> Token.Kind {
    let start = offset
    var pattern: [UInt8] = []
    var isInClass = false
    advance()
    while !isAtEnd, byte() != UInt8(ascii: "\n") {
      if byte() == 0 { return .invalid(.nulCharacter(SourceSpan(offset, offset + 1))) }
      if byte() == UInt8(ascii: "/"), !isInClass {
        advance()
        return .string(String(decoding: pattern, as: UTF8.self))
      }
      if byte() == UInt8(ascii: "\\") {
        if byte(ahead: 1) != UInt8(ascii: "/") { pattern.append(byte()) }
        advance()
        guard !isAtEnd, byte() != UInt8(ascii: "\n") else { break }
      } else if byte() == UInt8(ascii: "[") {
        isInClass = true
      } else if byte() == UInt8(ascii: "]") {
        isInClass = false
      }
      pattern.append(byte())
      advance()
    }
    move(to: start + 1)
    return .invalid(.unclosedRegex)
  }
}
