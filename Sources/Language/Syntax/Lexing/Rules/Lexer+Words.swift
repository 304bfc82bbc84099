import Diagnostics

extension Lexer {
  /// `name`, `größe`, `where`
  mutating func word() -> Token.Kind {
    let start = offset
    skipWord()
    // No keyword is longer, and short strings need no allocation.
    guard offset - start <= 15 else { return .word(nil) }
    let text = String(decoding: source.bytes[start..<offset], as: UTF8.self)
    return .word(Keyword(spelling: text))
  }

  /// `` `order by` ``
  mutating func quotedName() -> Token.Kind {
    quoted(by: UInt8(ascii: "`")) { $0.isEmpty ? .invalid(.emptyName) : .quotedName($0) }
  }

  /// `"…"`, `'…'`
  mutating func string() -> Token.Kind {
    quoted(by: byte()) { .string($0) }
  }

  /// `$name`
  mutating func parameter() -> Token.Kind {
    advance()
    guard startsWord(at: offset) else { return closureArgument() }
    let start = offset
    skipWord()
    return .parameter(String(decoding: source.bytes[start..<offset], as: UTF8.self))
  }

  /// `$0`
  private mutating func closureArgument() -> Token.Kind {
    guard WordBytes.isDigit(byte()) else { return .invalid(.parameterWithoutName) }
    let start = offset
    let amount = amount()
    return .invalid(offset - start == 1 ? .closureArgument : .currencySign(amount))
  }

  private mutating func skipWord() {
    while continuesWord(at: offset) {
      advance(byte() < 0x80 ? 1 : scalar(at: offset).map { UTF8.width($0) } ?? 1)
    }
  }

  func startsWord(at position: Int) -> Bool {
    let byte = byte(at: position)
    if byte < 0x80 { return WordBytes.isLetter(byte) || byte == UInt8(ascii: "_") }
    return scalar(at: position).map(\.properties.isXIDStart) ?? false
  }

  func continuesWord(at position: Int) -> Bool {
    let byte = byte(at: position)
    if byte < 0x80 { return WordBytes.isWord(byte) }
    return scalar(at: position).map(\.properties.isXIDContinue) ?? false
  }
}

/// The ASCII bytes of names and numbers.
enum WordBytes {
  static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Whether `byte` can follow the first character of a word.
  static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// The value of a hexadecimal digit.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
