/// Finds rows by the hashes of their keys.
///
/// A hash table with linear probing, at most half full. The caller compares the keys of the rows
/// found.
struct RowIndex: Sendable {
  /// Row + 1 in the upper half of a slot, its hash in the lower one; 0 for a free slot. The number
  /// of slots is a power of two.
  private var slots: [UInt64] = []
  /// The number of rows.
  private(set) var count = 0

  /// Creates an empty index.
  init() {}

  /// The row with this hash for which `isMatch` is true.
  func row(_ hash: UInt32, where isMatch: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot]) == hash, isMatch(Self.row(slots[slot])) {
        return Self.row(slots[slot])
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a row that is not in the index.
  mutating func insert(_ row: Int, _ hash: UInt32) {
    reserve(1)
    put(UInt64(row + 1) << 32 | UInt64(hash))
    count += 1
  }

  /// Removes a row with this hash, if it is in the index.
  mutating func remove(_ row: Int, _ hash: UInt32) {
    guard !slots.isEmpty else { return }
    let mask = slots.count - 1
    let wanted = UInt64(row + 1) << 32 | UInt64(hash)
    var slot = Int(hash) & mask
    while slots[slot] != wanted {
      if slots[slot] == 0 { return }
      slot = (slot + 1) & mask
    }
    count -= 1
    closeGap(at: slot, mask)
  }

  /// Replaces the numbers of all rows, and removes rows for which `renumber` returns nil.
  mutating func rebuild(_ renumber: (Int) -> Int?) {
    let old = slots
    slots = Array(repeating: 0, count: old.count)
    count = 0
    for slot in old where slot != 0 {
      guard let row = renumber(Self.row(slot)) else { continue }
      put(UInt64(row + 1) << 32 | UInt64(UInt32(truncatingIfNeeded: slot)))
      count += 1
    }
  }

  /// Makes room for `added` more rows.
  mutating func reserve(_ added: Int) {
    guard slots.count < 2 * (count + added) else { return }
    var size = 16
    while size < 2 * (count + added) { size *= 2 }
    let old = slots
    slots = Array(repeating: 0, count: size)
    for slot in old where slot != 0 { put(slot) }
  }

  private mutating func put(_ entry: UInt64) {
    let mask = slots.count - 1
    var slot = Int(UInt32(truncatingIfNeeded: entry)) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  /// Moves the following entries closer to their home slots, because a search ends at a free slot.
  private mutating func closeGap(at freed: Int, _ mask: Int) {
    var gap = freed
    var slot = (freed + 1) & mask
    while slots[slot] != 0 {
      let home = Int(UInt32(truncatingIfNeeded: slots[slot])) & mask
      // The entry may move if its home is not after the gap.
      if (slot &- home) & mask >= (slot &- gap) & mask {
        slots[gap] = slots[slot]
        gap = slot
      }
      slot = (slot + 1) & mask
    }
    slots[gap] = 0
  }

  private static func row(_ slot: UInt64) -> Int { Int(slot >> 32) - 1 }
}
