extension TextCursor {
  /// Writes a string as a CSV field: unchanged, or quoted with inner quotes doubled. It needs up to
  /// twice its length plus two bytes.
  @inline(__always)
  mutating func put(_ text: FieldText, delimitedBy delimiter: UInt8) {
    let isPlain = text.hasNone { bytes in
      (bytes .== SIMD16(repeating: delimiter)) .| (bytes .== SIMD16(repeating: Byte.quote))
        .| (bytes .== SIMD16(repeating: Byte.lineFeed))
        .| (bytes .== SIMD16(repeating: Byte.carriageReturn))
    }
    if isPlain, text.count > 0 { put(text) } else { put(quoted: text) }
  }

  private mutating func put(quoted text: FieldText) {
    put(Byte.quote)
    for index in 0..<text.count {
      if text[index] == Byte.quote { put(Byte.quote) }
      put(text[index])
    }
    put(Byte.quote)
  }

  /// Writes a JSON string with quotes, backslashes and control characters escaped. It needs up to
  /// six times its length plus two bytes.
  @inline(__always)
  mutating func put(json text: FieldText) {
    let isPlain = text.hasNone { bytes in
      (bytes .< SIMD16(repeating: Byte.space)) .| (bytes .== SIMD16(repeating: Byte.quote))
        .| (bytes .== SIMD16(repeating: Byte.backslash))
    }
    put(Byte.quote)
    if isPlain { put(text) } else { put(escaped: text) }
    put(Byte.quote)
  }

  private mutating func put(escaped text: FieldText) {
    for index in 0..<text.count {
      let byte = text[index]
      if byte >= Byte.space {
        if byte == Byte.quote || byte == Byte.backslash { put(Byte.backslash) }
        put(byte)
      } else {
        put(Byte.backslash)
        putControl(byte)
      }
    }
  }

  /// Writes the rest of the escape for a control character.
  private mutating func putControl(_ byte: UInt8) {
    switch byte {
    case 8: put(UInt8(ascii: "b"))
    case 9: put(UInt8(ascii: "t"))
    case 10: put(UInt8(ascii: "n"))
    case 12: put(UInt8(ascii: "f"))
    case 13: put(UInt8(ascii: "r"))
    default:
      put(UInt8(ascii: "u"))
      put(pair: 0)
      put(byte < 16 ? Byte.zero : Byte.zero + 1)
      put(UInt8(ascii: byte & 15 < 10 ? "0" : "W") + byte & 15)
    }
  }
}

extension FieldText {
  /// Whether all bytes are printable ASCII.
  @inline(__always)
  var isPrintableASCII: Bool {
    hasNone { ($0 .< SIMD16(repeating: Byte.space)) .| ($0 .> SIMD16(repeating: Byte.tilde)) }
  }

  /// Whether `marks` marks none of the bytes.
  @inline(__always)
  fileprivate func hasNone(_ marks: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>) -> Bool {
    var offset = 0
    while offset < count {
      let words = unsafeBitCast(marks(sixteenBytes(at: offset)), to: SIMD2<UInt64>.self)
      let bits = UInt64(8 &* min(count &- offset, 16))
      // Shifts by 64 or more give zero.
      let afterFirst = UInt64.max << bits
      let behindSecond = bits <= 64 ? UInt64.max : UInt64.max << (bits &- 64)
      if words[0] & ~afterFirst | words[1] & ~behindSecond != 0 { return false }
      offset += 16
    }
    return true
  }

  /// The 16 bytes at `offset`; those past the end are arbitrary.
  @inline(__always)
  private func sixteenBytes(at offset: Int) -> SIMD16<UInt8> {
    if start + offset + 16 <= limit {
      return UnsafeRawPointer(start + offset).loadUnaligned(as: SIMD16<UInt8>.self)
    }
    return lastBytes(from: offset)
  }

  @inline(never)
  private func lastBytes(from offset: Int) -> SIMD16<UInt8> {
    var bytes = SIMD16<UInt8>()
    for index in offset..<min(count, offset + 16) { bytes[index - offset] = self[index] }
    return bytes
  }
}
