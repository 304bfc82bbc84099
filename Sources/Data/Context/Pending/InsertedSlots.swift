import Model

/// The slots of new records in an overlay, in identity order.
///
/// Records are mostly added with ascending keys, so that the order is that of the slots.
struct InsertedSlots: Sendable {
  private(set) var slots: [Int] = []
  /// The number of sorted slots.
  private var sortedCount = 0

  var isEmpty: Bool { slots.isEmpty }
  var count: Int { slots.count }

  mutating func append(_ slot: Int) { slots.append(slot) }

  /// Sorts appended slots by the `keys` of all slots.
  mutating func sort(by keys: [RecordKey]) {
    let first = max(1, sortedCount)
    let isAscending =
      first >= slots.count
      || (first..<slots.count).allSatisfy { keys[slots[$0 - 1]].isBefore(keys[slots[$0]]) }
    if !isAscending { slots.sort { keys[$0].isBefore(keys[$1]) } }
    sortedCount = slots.count
  }

  mutating func removeFree(_ states: [OverlayTable.Slot]) {
    guard !slots.isEmpty else { return }
    slots.removeAll { if case .free = states[$0] { true } else { false } }
    sortedCount = slots.count
  }

  /// The index of a slot in the order.
  func rank(of slot: Int, _ keys: [RecordKey]) -> Int? {
    guard let first = slots.first else { return nil }
    let guess = slot - first
    if slots.indices.contains(guess), slots[guess] == slot { return guess }
    var range = slots.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if slots[middle] == slot { return middle }
      range =
        keys[slots[middle]].isBefore(keys[slot])
        ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
