extension [Int64] {
  /// Whether the elements are strictly ascending.
  package var isAscending: Bool {
    indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
  }

  /// The index of the first element that is at least `bound`, or the end. The elements must ascend.
  package func firstPlace(from bound: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of `element`, or nil. The elements must ascend.
  package func place(ofRising element: Int64) -> Int? {
    let place = firstPlace(from: element)
    return place < count && self[place] == element ? place : nil
  }
}
