/// Bytes of a page, consumed from the front. Callers check the bounds.
struct PageBytes {
  private(set) var start: UnsafeRawPointer
  private(set) var count: Int

  @inline(__always)
  init(_ start: UnsafeRawPointer, count: Int) {
    (self.start, self.count) = (start, count)
  }

  /// The byte at `offset`.
  @inline(__always)
  subscript(offset: Int) -> UInt8 { start.load(fromByteOffset: offset, as: UInt8.self) }

  /// A 16-bit number.
  @inline(__always)
  func number16(_ offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }

  /// A 32-bit number.
  @inline(__always)
  func number32(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// 64 bits.
  @inline(__always)
  func bits64(_ offset: Int) -> UInt64 {
    UInt64(bigEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Consumes a number of one to nine bytes; nil if it is truncated.
  @inline(__always)
  mutating func takeNumber() -> Int64? {
    guard count > 0 else { return nil }
    let first = self[0]
    if first < 0x80 {
      drop(1)
      return Int64(first)
    }
    return takeLongNumber()
  }

  private mutating func takeLongNumber() -> Int64? {
    var number: UInt64 = 0
    for place in 0..<min(9, count) {
      let byte = self[place]
      if place == 8 {
        number = number << 8 | UInt64(byte)
      } else {
        number = number << 7 | UInt64(byte & 0x7F)
        if byte >= 0x80 { continue }
      }
      drop(place + 1)
      return Int64(bitPattern: number)
    }
    return nil
  }

  /// Drops bytes; there must be enough.
  @inline(__always)
  mutating func drop(_ dropped: Int) {
    start += dropped
    count -= dropped
  }
}
