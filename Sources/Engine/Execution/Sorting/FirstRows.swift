import Columns

/// Finds the rows that can be among the first by one key, including ties.
struct FirstRows {
  private let words: [UInt64]
  private let validity: [UInt8]?
  private let nullsFirst: Bool

  init(_ words: [UInt64], _ validity: [UInt8]?, nullsFirst: Bool) {
    self.words = words
    self.validity = validity
    self.nullsFirst = nullsFirst
  }

  /// The candidates for the first `count` rows, ascending.
  func rows(_ count: Int) -> [Int] {
    guard count > 0 else { return [] }
    let nullCount = validity.map { $0.count - MaskKernels.count($0) } ?? 0
    if nullsFirst {
      if nullCount >= count { return words.indices.filter(isNull) }
      let limit = threshold(count - nullCount)
      return words.indices.filter { isNull($0) || words[$0] <= limit }
    }
    if words.count - nullCount <= count { return Array(words.indices) }
    let limit = threshold(count)
    return words.indices.filter { !isNull($0) && words[$0] <= limit }
  }

  private func isNull(_ row: Int) -> Bool {
    validity.map { $0[row] == 0 } ?? false
  }

  /// The greatest of the `count` least words of rows with a value.
  private func threshold(_ count: Int) -> UInt64 {
    var heap = BoundedHeap(capacity: count)
    for row in words.indices where !isNull(row) { heap.offer(words[row]) }
    return heap.greatest
  }
}

/// A max-heap of the least `capacity` words.
private struct BoundedHeap {
  private var words: [UInt64] = []
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The greatest word; the maximum if empty.
  var greatest: UInt64 { words.first ?? .max }

  mutating func offer(_ word: UInt64) {
    if words.count < capacity {
      words.append(word)
      siftUp(words.count - 1)
    } else if word < words[0] {
      words[0] = word
      siftDown()
    }
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0, words[(child - 1) / 2] < words[child] {
      words.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var greatest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < words.count && words[child] > words[greatest] {
        greatest = child
      }
      if greatest == parent { return }
      words.swapAt(parent, greatest)
      parent = greatest
    }
  }
}
