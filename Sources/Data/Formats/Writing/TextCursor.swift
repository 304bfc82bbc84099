/// Writes bytes behind one another into memory that has room for them: nothing is checked.
///
/// Short texts are copied by whole words, so that there must be ``OutputBuffer/slack`` behind the last
/// byte that is meant.
struct TextCursor {
  /// Where the next byte comes.
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

  /// Writes up to eight bytes, the first of which is the lowest of `word`.
  @inline(__always)
  mutating func put(word: UInt64, count: Int) {
    UnsafeMutableRawPointer(end).storeBytes(of: word.littleEndian, as: UInt64.self)
    end += count
  }

  /// Writes `count` bytes from `source` on; at least 16 can be read there.
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

  /// What ``copyPadded(_:_:)`` copies of a short text, whole.
  static let wholeCopy = 32

  /// Writes `count` bytes from `source` on; at least ``wholeCopy`` can be read behind them.
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
