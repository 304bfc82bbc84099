/// A checksum of bytes: four lanes of words, so that it takes no longer than reading them.
struct WordChecksum {
  /// The number of bytes of all parts but the last is a multiple of this.
  static let stride = 32
  private static let factors: [UInt64] = [
    0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xff51_afd7_ed55_8ccd,
  ]

  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var count = 0

  /// The checksum of no bytes.
  init(seed: UInt64 = 0) {
    let factors = Self.factors
    lanes = (seed ^ factors[3], seed ^ factors[2], seed ^ factors[1], seed ^ factors[0])
  }

  /// The checksum of `bytes`. A change of a single word always changes it.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var checksum = WordChecksum(seed: seed)
    checksum.add(bytes)
    return checksum.value
  }

  /// Adds bytes, whose number is a multiple of ``stride`` except at the end.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let (f0, f1, f2, f3) = (
      Self.factors[0], Self.factors[1], Self.factors[2], Self.factors[3]
    )
    var (a, b, c, d) = lanes
    var place = 0
    let end = bytes.count
    while place + 32 <= end {
      a = Self.mixed(a, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), f0)
      b = Self.mixed(b, bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self), f1)
      c = Self.mixed(c, bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self), f2)
      d = Self.mixed(d, bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self), f3)
      place += 32
    }
    while place + 8 <= end {
      a = Self.mixed(a, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), f0)
      place += 8
    }
    while place < end {
      b = Self.mixed(b, UInt64(bytes[place]), f1)
      place += 1
    }
    lanes = (a, b, c, d)
    count += end
  }

  /// The checksum of all bytes added so far.
  var value: UInt64 {
    let (a, b, c, d) = lanes
    let factors = Self.factors
    var sum = Self.mixed(a, b, factors[1])
    sum = Self.mixed(sum, c, factors[2])
    sum = Self.mixed(sum, d, factors[3])
    sum = Self.mixed(sum, UInt64(count), factors[0])
    return sum ^ sum >> 32
  }

  /// The rotation spreads changes of the highest bits, which a product would keep there.
  @inline(__always)
  private static func mixed(_ lane: UInt64, _ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = (lane ^ word) &* factor
    return product << 31 | product >> 33
  }
}
