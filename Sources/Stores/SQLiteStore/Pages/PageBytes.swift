/// Bytes of a page that are read from the front. Who reads them looks first whether they are there.
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

  /// The two bytes from `offset` on as a number.
  @inline(__always)
  func number16(_ offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }

  /// The four bytes from `offset` on as a number.
  @inline(__always)
  func number32(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The eight bytes from `offset` on as bits.
  @inline(__always)
  func bits64(_ offset: Int) -> UInt64 {
    UInt64(bigEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Takes a number of one to nine bytes; nil where it is not whole.
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

  /// Drops so many bytes, which are there.
  @inline(__always)
  mutating func drop(_ dropped: Int) {
    start += dropped
    count -= dropped
  }
}
