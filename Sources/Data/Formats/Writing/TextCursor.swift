/// Writes bytes one after another into memory that has room for them; nothing is checked.
///
/// Short texts are copied as whole words, so there must be ``OutputBuffer/slack`` after the last
/// byte.
struct TextCursor {
  /// The place of the next byte.
  var end: UnsafeMutablePointer<UInt8>

  @inline(__always)
  init(_ start: UnsafeMutablePointer<UInt8>) {
    end = start
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    end[0] = byte
    end += 1
  }

  /// Writes up to eight bytes; the first is the lowest of `word`.
  @inline(__always)
  mutating func put(word: UInt64, count: Int) {
    UnsafeMutableRawPointer(end).storeBytes(of: word.littleEndian, as: UInt64.self)
    end += count
  }

  /// Writes `count` bytes from `source`, where at least 16 are readable.
  @inline(__always)
  mutating func copy(_ source: UnsafePointer<UInt8>, _ count: Int) {
    let target = UnsafeMutableRawPointer(end)
    if count <= 16 {
      let words = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt8>.self)
      target.storeBytes(of: words, as: SIMD16<UInt8>.self)
    } else {
      target.copyMemory(from: source, byteCount: count)
    }
    end += count
  }

  /// How much ``copyPadded(_:_:)`` copies of a short text.
  static let wholeCopy = 32

  /// Writes `count` bytes from `source`; at least ``wholeCopy`` more are readable.
  @inline(__always)
  mutating func copyPadded(_ source: UnsafePointer<UInt8>, _ count: Int) {
    let target = UnsafeMutableRawPointer(end)
    if count <= Self.wholeCopy {
      let words = UnsafeRawPointer(source).loadUnaligned(as: SIMD32<UInt8>.self)
      target.storeBytes(of: words, as: SIMD32<UInt8>.self)
    } else {
      target.copyMemory(from: source, byteCount: count)
    }
    end += count
  }

  /// Writes the bytes of `text`.
  @inline(__always)
  mutating func put(_ text: FieldText) {
    if text.start + 16 <= text.limit {
      copy(text.start, text.count)
    } else {
      for index in 0..<text.count { put(text[index]) }
    }
  }
}
