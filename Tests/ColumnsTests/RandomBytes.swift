import TestSupport

extension SeededRandom {
  /// A byte string of up to `length` bytes out of a small alphabet, so that repeats are common.
  mutating func bytes(length: Int) -> [UInt8] {
    (0..<Int.random(in: 0...length, using: &self)).map { _ in
      [0, 0x61, 0x62, 0xc3, 0xff].randomElement(using: &self) ?? 0
    }
  }
}
