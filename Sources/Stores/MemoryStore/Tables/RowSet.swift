import Columns

/// A set of rows: one bit for each row from the first to the last.
struct RowSet {
  private var words: [UInt64] = []
  private let start: Int64

  /// Creates a set of `rows` in any order.
  init(_ rows: [Int64]) {
    guard let first = rows.min(), let last = rows.max() else {
      start = 0
      return
    }
    start = first & ~63
    words = Array(repeating: 0, count: Int((last - start) >> 6) + 1)
    for row in rows { words[Int((row - start) >> 6)] |= 1 << UInt64((row - start) & 63) }
  }

  /// Whether the set contains `row`, which is not negative.
  func contains(_ row: Int64) -> Bool {
    let offset = row &- start
    guard row >= start, Int(offset >> 6) < words.count else { return false }
    return words[Int(offset >> 6)] >> UInt64(offset & 63) & 1 == 1
  }
}

extension [Int64] {
  /// A duplicate element; nil if there is none.
  var firstRepeated: Int64? {
    if isAscending { return nil }
    let sorted = sorted()
    return sorted.indices.dropFirst().first { sorted[$0 - 1] == sorted[$0] }.map { sorted[$0] }
  }

  /// The elements in ascending order, without duplicates.
  var sortedOnce: [Int64] {
    if isAscending { return self }
    var result: [Int64] = []
    for element in sorted() where result.last != element { result.append(element) }
    return result
  }
}
