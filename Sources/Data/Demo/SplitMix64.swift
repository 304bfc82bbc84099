/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
package struct SplitMix64 {
  private var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// A number from 0 to less than `bound`; 0 if that is not positive. The bias is negligible.
  package mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  /// One of `elements`, which must not be empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// A number from 0 to less than 1.
  package mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// The two halves of a UUID of version 4 (RFC 9562), the most significant one first.
  package mutating func uuid() -> (high: UInt64, low: UInt64) {
    (next() & ~0xf000 | 0x4000, next() & ~(3 << 62) | 2 << 62)
  }

  /// True in `percent` of 100 cases.
  package mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }
}
