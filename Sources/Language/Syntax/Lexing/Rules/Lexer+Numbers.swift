import Diagnostics

extension Lexer {
  /// `1_000`, `0xFF`, `3.14`, `1e-9`
  mutating func number() -> Token.Kind {
    let kind = isHexPrefix ? hexadecimal() : decimal()
    guard continuesWord(at: offset) else { return kind }
    let word = offset
    while continuesWord(at: offset) {
      advance(scalar(at: offset).map { UTF8.width($0) } ?? 1)
    }
    return kind == .invalid(.hexWithoutDigits) ? kind : .invalid(.numberTouchesWord(at: word))
  }

  private var isHexPrefix: Bool {
    byte() == UInt8(ascii: "0") && byte(ahead: 1) | 0x20 == UInt8(ascii: "x")
  }

  private mutating func hexadecimal() -> Token.Kind {
    advance(2)
    let digits = digits { WordBytes.hexValue($0) != nil }
    guard !digits.isEmpty else { return .invalid(.hexWithoutDigits) }
    return integer(digits, radix: 16)
  }

  private mutating func decimal() -> Token.Kind {
    let whole = digits(WordBytes.isDigit)
    var text = whole
    if byte() == UInt8(ascii: "."), WordBytes.isDigit(byte(ahead: 1)) {
      advance()
      text += [UInt8(ascii: ".")] + digits(WordBytes.isDigit)
    }
    text += exponent()
    if text.count == whole.count, case .integer(let value) = integer(whole, radix: 10) {
      return .integer(value)
    }
    return .number(String(decoding: text, as: UTF8.self))
  }

  /// `e-9`; empty if digits are missing.
  private mutating func exponent() -> [UInt8] {
    guard byte() | 0x20 == UInt8(ascii: "e") else { return [] }
    let sign = byte(ahead: 1)
    let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    guard WordBytes.isDigit(byte(ahead: isSigned ? 2 : 1)) else { return [] }
    advance(isSigned ? 2 : 1)
    return [UInt8(ascii: "e")] + (isSigned ? [sign] : []) + digits(WordBytes.isDigit)
  }

  /// The next digits, without `_`.
  private mutating func digits(_ isDigit: (UInt8) -> Bool) -> [UInt8] {
    let start = offset
    guard isDigit(byte()) else { return [] }
    skip { isDigit($0) || $0 == UInt8(ascii: "_") }
    return source.bytes[start..<offset].filter { $0 != UInt8(ascii: "_") }
  }

  /// A value up to 2⁶³, which only fits with a minus sign.
  private func integer(_ digits: [UInt8], radix: UInt64) -> Token.Kind {
    var value: UInt64 = 0
    for digit in digits {
      let (product, productOverflows) = value.multipliedReportingOverflow(by: radix)
      let (sum, sumOverflows) = product.addingReportingOverflow(
        UInt64(WordBytes.hexValue(digit) ?? 0)
      )
      guard !productOverflows, !sumOverflows else { return .invalid(.integerTooLarge) }
      value = sum
    }
    return value <= Int64.min.magnitude ? .integer(value) : .invalid(.integerTooLarge)
  }
}
