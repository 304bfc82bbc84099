import Columns

/// Finds the row of a column that has a given value; no two rows have the same one, nils aside.
///
/// A hash table of row numbers with linear probing, at most half full. The values stay in the
/// column, which is handed in with every call.
struct RowIndex: Sendable {
  /// Row + 1 a slot, 0 for a free one; a power of two of them.
  private var slots: [UInt32] = []
  private var count = 0

  /// The row in which `values` has `key`.
  func row<Key: IndexKey>(of key: Key, in values: [Key]) -> Int? {
    guard !slots.isEmpty else { return nil }
    let slot = findSlot(of: key, in: values)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// Adds row `row` of `values`; where an earlier row has the same value it is returned instead.
  mutating func add<Key: IndexKey>(_ row: Int, of values: [Key]) -> Int? {
    if slots.count < 2 * (count + 1) { grow(to: 4 * (count + 1), values) }
    let slot = findSlot(of: values[row], in: values)
    guard slots[slot] == 0 else { return Int(slots[slot]) - 1 }
    slots[slot] = UInt32(row + 1)
    count += 1
    return nil
  }

  /// Makes room for `added` rows more.
  mutating func reserve<Key: IndexKey>(_ added: Int, of values: [Key]) {
    if slots.count < 2 * (count + added) { grow(to: 2 * (count + added), values) }
  }

  private mutating func grow<Key: IndexKey>(to capacity: Int, _ values: [Key]) {
    let rows = slots.filter { $0 != 0 }
    var size = 16
    while size < capacity { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for row in rows { slots[findSlot(of: values[Int(row) - 1], in: values)] = row }
  }

  /// The slot of the row that has `key`, or the free one where it belongs.
  private func findSlot<Key: IndexKey>(of key: Key, in values: [Key]) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key.indexHash) & mask
    while slots[slot] != 0, values[Int(slots[slot]) - 1] != key {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
