/// Numbers pairs of a group and a word from 0 in order of appearance.
///
/// The hash table uses linear probing and is at most half full.
struct PairTable {
  private var groups: [UInt32] = []
  private var words: [UInt64] = []
  /// Number + 1 per slot; 0 if free.
  private var slots: [UInt32] = Array(repeating: 0, count: 16)

  /// The number of distinct pairs.
  var count: Int { words.count }

  /// The number of the pair, which is added if it is new.
  mutating func number(of group: UInt32, _ word: UInt64) -> UInt32 {
    let mask = slots.count - 1
    var slot = Self.hash(group, word) & mask
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if words[Int(number)] == word, groups[Int(number)] == group { return number }
      slot = (slot + 1) & mask
    }
    return add(group, word, at: slot)
  }

  private mutating func add(_ group: UInt32, _ word: UInt64, at slot: Int) -> UInt32 {
    let number = UInt32(words.count)
    groups.append(group)
    words.append(word)
    slots[slot] = number + 1
    if slots.count < 2 * words.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: 4 * slots.count)
    let mask = slots.count - 1
    for number in words.indices {
      var slot = Self.hash(groups[number], words[number]) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number) + 1
    }
  }

  /// Multiplies and folds, as in J. Steele's SplitMix64.
  private static func hash(_ group: UInt32, _ word: UInt64) -> Int {
    var hash = (word ^ UInt64(group) &* 0x9e37_79b9_7f4a_7c15) &* 0xbf58_476d_1ce4_e5b9
    hash ^= hash >> 32
    return Int(truncatingIfNeeded: hash &* 0x94d0_49bb_1331_11eb >> 16)
  }
}
