/// Access to the UTF-8 bytes of strings.
enum UTF8Text {
  /// Whether every byte is below 0x80, eight bytes at a time; the last ones may overlap.
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    let count = raw.count
    var bits: UInt64 = 0
    if count >= 8 {
      // Loads are in bounds: each begins at least eight bytes before the end.
      for index in stride(from: 0, to: count - 8, by: 8) {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { return false }
      }
      bits = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      bits = UInt64(raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      bits |= UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else {
      for byte in raw { bits |= UInt64(byte) }
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// Calls `body` with the UTF-8 bytes of `text`.
  static func withBytes<Result>(
    of text: String,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8(body)
  }
}

/// Decodes UTF-8; invalid bytes become U+FFFD.
struct ScalarReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The next scalar; nil at the end.
  mutating func next() -> UInt32? {
    guard index < bytes.count else { return nil }
    let lead = bytes[index]
    index += 1
    if lead < 0x80 { return UInt32(lead) }
    if lead < 0xC2 { return Self.replacement }
    if lead < 0xE0 { return continued(UInt32(lead & 0x1F), by: 1) }
    if lead < 0xF0 { return continued(UInt32(lead & 0x0F), by: 2) }
    return lead < 0xF5 ? continued(UInt32(lead & 0x07), by: 3) : Self.replacement
  }

  private static let replacement: UInt32 = 0xFFFD

  private mutating func continued(_ leading: UInt32, by count: Int) -> UInt32 {
    guard count <= bytes.count - index else { return Self.replacement }
    var value = leading
    for offset in 0..<count {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return Self.replacement }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    index += count
    return Unicode.Scalar(value) == nil ? Self.replacement : value
  }
}
