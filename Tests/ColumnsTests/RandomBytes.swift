/// The SplitMix64 generator, so that every run tries the same.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A byte string of up to `length` bytes out of a small alphabet, so that repeats are common.
  mutating func bytes(length: Int) -> [UInt8] {
    (0..<Int.random(in: 0...length, using: &self)).map { _ in
      [0, 0x61, 0x62, 0xc3, 0xff].randomElement(using: &self) ?? 0
    }
  }
}
