import Columns

/// Tracks nil rows at no cost while there are none.
struct NilTracker {
  /// One bit for each row, cleared for nil; later rows have values.
  private var words: [UInt64] = []

  /// Whether any row is nil.
  private(set) var hasNils = false

  /// Marks `row`, which must not be marked yet.
  mutating func markNil(_ row: Int) {
    hasNils = true
    while words.count <= row >> 6 { words.append(.max) }
    words[row >> 6] &= ~(1 << UInt64(row & 63))
  }

  /// Whether `row` was marked.
  func isNil(_ row: Int) -> Bool {
    row >> 6 < words.count && words[row >> 6] >> UInt64(row & 63) & 1 == 0
  }

  /// The validity of `count` rows; nil if all have a value.
  func makeValidity(count: Int) -> Validity? {
    Self.makeValidity([(self, count)])
  }

  /// The validity of several consecutive segments.
  static func makeValidity(_ segments: [(nils: NilTracker, count: Int)]) -> Validity? {
    guard segments.contains(where: \.nils.hasNils) else { return nil }
    var validity = Validity(repeating: true, count: segments.reduce(0) { $0 + $1.count })
    var start = 0
    for stretch in segments {
      stretch.nils.forEachNil { validity.set(start + $0, false) }
      start += stretch.count
    }
    return validity
  }

  /// Calls `body` with every row that is nil, rising.
  func forEachNil(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() {
      var nils = ~word
      while nils != 0 {
        body(index * 64 + nils.trailingZeroBitCount)
        nils &= nils - 1
      }
    }
  }
}
