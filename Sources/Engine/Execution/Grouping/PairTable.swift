/// Numbers pairs of a group and a word from 0 in order of appearance.
///
/// The hash table uses linear probing and is at most half full. With few pairs it has much more
/// room, as the processor cannot predict collisions.
struct PairTable {
  private var groups: [UInt32] = []
  private var words: [UInt64] = []
  /// Empty before the first pair.
  private var slots: [Slot] = []

  /// The number of slots for few pairs, which fits into the processor's first cache.
  private static let firstCount = 1 << 10
  /// More slots than that are at most half full; fewer are at most an eighth full.
  private static let roomyCount = 1 << 14

  /// A pair with its number + 1; 0 if free. One look at the memory finds a pair.
  private struct Slot: BitwiseCopyable {
    var word: UInt64 = 0
    var group: UInt32 = 0
    var next: UInt32 = 0
  }

  /// The number of distinct pairs.
  var count: Int { words.count }

  /// The group and the word of a pair.
  func pair(_ number: Int) -> (group: UInt32, word: UInt64) { (groups[number], words[number]) }

  /// The number of the pair, which is added if it is new.
  mutating func number(of group: UInt32, _ word: UInt64) -> UInt32 {
    if slots.isEmpty { slots = Array(repeating: Slot(), count: Self.firstCount) }
    let mask = slots.count - 1
    var place = Self.hash(group, word) & mask
    while slots[place].next != 0 {
      let slot = slots[place]
      if slot.word == word, slot.group == group { return slot.next - 1 }
      place = (place + 1) & mask
    }
    return add(group, word, at: place)
  }

  /// Replaces each group by the number of its pair with a word; nils have the mark in the group and
  /// the word 0.
  mutating func number(
    _ groups: inout [UInt32],
    _ words: [UInt64],
    _ validity: [UInt8]?,
    nullMark: UInt32
  ) {
    var row = 0
    while row < groups.count {
      row = numberKnown(&groups, words, validity, nullMark, from: row)
      guard row < groups.count else { return }
      let isNull = validity.map { $0[row] == 0 } ?? false
      groups[row] =
        isNull ? number(of: groups[row] | nullMark, 0) : number(of: groups[row], words[row])
      row += 1
    }
  }

  /// The same up to the first unknown pair; returns its row.
  private func numberKnown(
    _ numbers: inout [UInt32],
    _ words: [UInt64],
    _ validity: [UInt8]?,
    _ nullMark: UInt32,
    from start: Int
  ) -> Int {
    if slots.isEmpty { return start }
    let mask = slots.count - 1
    // Buffers avoid reference counts and exclusivity checks for each access.
    return slots.withUnsafeBufferPointer { slots in
      numbers.withUnsafeMutableBufferPointer { numbers in
        words.withUnsafeBufferPointer { words in
          rows: for row in start..<numbers.count {
            var (group, word) = (numbers[row], words[row])
            if let validity, validity[row] == 0 { (group, word) = (group | nullMark, 0) }
            var place = Self.hash(group, word) & mask
            while true {
              let slot = slots[place]
              if slot.next == 0 { return row }
              if slot.word == word, slot.group == group {
                numbers[row] = slot.next - 1
                continue rows
              }
              place = (place + 1) & mask
            }
          }
          return numbers.count
        }
      }
    }
  }

  private mutating func add(_ group: UInt32, _ word: UInt64, at place: Int) -> UInt32 {
    let number = UInt32(words.count)
    groups.append(group)
    words.append(word)
    slots[place] = Slot(word: word, group: group, next: number + 1)
    let isRoomy = slots.count < Self.roomyCount
    if slots.count < (isRoomy ? 8 : 2) * words.count { grow() }
    return number
  }

  private mutating func grow() {
    slots = Array(repeating: Slot(), count: 2 * slots.count)
    let mask = slots.count - 1
    for number in words.indices {
      let (group, word) = pair(number)
      var place = Self.hash(group, word) & mask
      while slots[place].next != 0 { place = (place + 1) & mask }
      slots[place] = Slot(word: word, group: group, next: UInt32(number) + 1)
    }
  }

  /// Multiplies and folds, as in J. Steele's SplitMix64. Round Doubles only differ in high bits.
  @inline(__always)
  private static func hash(_ group: UInt32, _ word: UInt64) -> Int {
    var hash = (word ^ UInt64(group) &* 0x9e37_79b9_7f4a_7c15) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 32)) &* 0x94d0_49bb_1331_11eb
    return Int(truncatingIfNeeded: hash >> 24)
  }
}
