import CPlatform
import TestSupport
import Testing

@Suite struct ByteMaskTests {
  /// The mask as its definition says it: bit n is the highest bit of byte n.
  private func plainMask(_ bytes: SIMD16<UInt8>) -> UInt32 {
    bytes.indices.reduce(0) { mask, index in mask | UInt32(bytes[index] >> 7) << UInt32(index) }
  }

  private func check(_ bytes: SIMD16<UInt8>) {
    let mask = plainMask(bytes)
    #expect(martlet_high_bits(bytes) == mask, "\(bytes)")
    #expect(martlet_high_bits_portable(bytes) == mask, "\(bytes)")
  }

  @Test func masksOfRandomBytes() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      check(SIMD16(random.next(), random.next()))
    }
  }

  /// What comparisons of bytes give: all ones or nothing in each.
  @Test func masksOfAllMarks() {
    for mask in 0...UInt32(UInt16.max) {
      var bytes = SIMD16<UInt8>()
      for index in bytes.indices where mask >> UInt32(index) & 1 == 1 { bytes[index] = 0xFF }
      guard martlet_high_bits(bytes) == mask, martlet_high_bits_portable(bytes) == mask else {
        Issue.record("the mask \(mask)")
        return
      }
    }
  }

  @Test func reportsBytesAboveASCII() {
    for index in 0..<16 {
      var bytes = SIMD16<UInt8>(repeating: 0x7F)
      bytes[index] = 0x80
      check(bytes)
    }
  }
}

extension SIMD16<UInt8> {
  fileprivate init(_ low: UInt64, _ high: UInt64) {
    self = unsafeBitCast(SIMD2(low, high), to: SIMD16<UInt8>.self)
  }
}
