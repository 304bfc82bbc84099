/// Numbers of rows in an order in which they are found by halves.
extension [Int64] {
  /// Whether each element is greater than the one before.
  package var isRising: Bool {
    indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
  }

  /// The place of the first element that is at least `bound`, or the end; the elements rise.
  package func firstPlace(from bound: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place of `element`; nil where it is not there. The elements rise.
  package func place(ofRising element: Int64) -> Int? {
    let place = firstPlace(from: element)
    return place < count && self[place] == element ? place : nil
  }
}
