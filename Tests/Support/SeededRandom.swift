import Foundation

/// A generator with a seed: the same numbers in every run and on every machine, so that a failing
/// case can be run again. `make fuzz` sets `MARTLET_FUZZ_SEED`, which makes other numbers of all
/// seeds; it prints the one that it used.
///
/// SplitMix64 by Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the numbers that belong to `seed`.
  public init(seed: UInt64) {
    state = seed ^ Self.shift
  }

  private static let shift: UInt64 = {
    let text = ProcessInfo.processInfo.environment["MARTLET_FUZZ_SEED"] ?? ""
    return (UInt64(text) ?? 0) &* 0x2545_f491_4f6c_dd1d
  }()

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// True in `percent` of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// One of `elements`, which must not be empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
