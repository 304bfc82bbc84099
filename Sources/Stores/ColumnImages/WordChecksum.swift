/// A checksum of bytes: four lanes of words, so that it takes no longer than reading them.
enum WordChecksum {
  private static let factors: [UInt64] = [
    0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xff51_afd7_ed55_8ccd,
  ]

  /// The checksum of `bytes`. A change of a single word always changes it.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    let (f0, f1, f2, f3) = (factors[0], factors[1], factors[2], factors[3])
    var (a, b, c, d) = (seed ^ f3, seed ^ f2, seed ^ f1, seed ^ f0)
    var place = 0
    let end = bytes.count
    while place + 32 <= end {
      a = mixed(a, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), f0)
      b = mixed(b, bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self), f1)
      c = mixed(c, bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self), f2)
      d = mixed(d, bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self), f3)
      place += 32
    }
    while place + 8 <= end {
      a = mixed(a, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), f0)
      place += 8
    }
    while place < end {
      b = mixed(b, UInt64(bytes[place]), f1)
      place += 1
    }
    var sum = mixed(mixed(mixed(a, b, f1), c, f2), d, f3)
    sum = mixed(sum, UInt64(end), f0)
    return sum ^ sum >> 32
  }

  /// The rotation spreads changes of the highest bits, which a product would keep there.
  @inline(__always)
  private static func mixed(_ lane: UInt64, _ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = (lane ^ word) &* factor
    return product << 31 | product >> 33
  }
}
