/// Resolves the escapes of JSON strings.
enum JSONEscapes {
  /// The bytes that simple escapes stand for.
  private static let simple: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12,
    UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
  ]

  /// Replaces the contents of `bytes` with the string's UTF-8 bytes.
  static func unescape(
    _ token: JSONCursor.StringToken,
    into bytes: inout [UInt8]
  ) throws(ReadingFailure) {
    bytes.removeAll(keepingCapacity: true)
    let text = token.text
    var index = 0
    while index < text.count {
      if text[index] != Byte.backslash {
        bytes.append(text[index])
        index += 1
      } else if index + 1 < text.count, let byte = simple[text[index + 1]] {
        bytes.append(byte)
        index += 2
      } else {
        let scalar = try unicodeScalar(token, &index)
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Reads `\u00E9`, or a surrogate pair of two such escapes.
  private static func unicodeScalar(
    _ token: JSONCursor.StringToken,
    _ index: inout Int
  ) throws(ReadingFailure) -> Unicode.Scalar {
    let first = index
    guard let unit = codeUnit(token.text, &index) else {
      throw .fact(.invalidEscape, at: token.offset + first)
    }
    if unit == 0 { throw .fact(.nulCharacter, at: token.offset + first) }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), let trail = codeUnit(token.text, &index),
      UTF16.isTrailSurrogate(trail)
    else { throw .fact(.loneSurrogate, at: token.offset + first) }
    let scalar = UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    return scalar
  }

  private static func codeUnit(_ text: FieldText, _ index: inout Int) -> UInt16? {
    guard index + 6 <= text.count, text[index] == Byte.backslash,
      text[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for offset in 2..<6 {
      guard let digit = UUIDText.hexDigit(text[index + offset]) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    index += 6
    return unit
  }
}
