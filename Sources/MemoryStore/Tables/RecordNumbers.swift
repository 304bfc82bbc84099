/// The identities of a table's rows: numbers from a counter, rising with the rows, never reused.
///
/// As long as row `n` has number `n + 1` they take no memory.
struct RecordNumbers: Sendable {
  /// The number of rows.
  private(set) var count = 0
  /// The number that the next row gets.
  private(set) var next: Int64
  /// The number of each row; nil where row `n` has number `n + 1`.
  private var explicit: [Int64]?

  /// No rows yet; the first one gets the number `first`.
  init(first: Int64 = 1) {
    next = first
    explicit = first == 1 ? nil : []
  }

  init(_ numbers: [Int64], next: Int64) {
    count = numbers.count
    self.next = next
    explicit = numbers
  }

  /// Gives the next numbers to `added` rows, which ``canAppend(_:)``.
  mutating func append(_ added: Int) {
    explicit?.append(contentsOf: next..<(next + Int64(added)))
    count += added
    next += Int64(added)
  }

  /// Hands out the next `count` numbers, which ``canAppend(_:)``; the next row gets a later one.
  mutating func reserve(_ count: Int) -> Range<Int64> {
    let range = next..<(next + Int64(count))
    if explicit == nil { explicit = (0..<Int64(self.count)).map { $0 + 1 } }
    next = range.upperBound
    return range
  }

  /// Whether there are numbers for `added` rows more.
  func canAppend(_ added: Int) -> Bool {
    !next.addingReportingOverflow(Int64(added)).overflow
  }

  /// The number of row `row`, which lies within ``count``.
  func number(of row: Int) -> Int64 {
    explicit?[row] ?? Int64(row) + 1
  }

  /// The row that has the number `number`.
  func row(of number: Int64) -> Int? {
    guard let explicit else {
      return number >= 1 && number <= Int64(count) ? Int(number - 1) : nil
    }
    let row = explicit.partitioningIndex { $0 >= number }
    return row < count && explicit[row] == number ? row : nil
  }
}

extension [Int64] {
  /// The index of the first element for which `isBehind` holds, in an array where it holds for all
  /// elements after that one.
  fileprivate func partitioningIndex(where isBehind: (Int64) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        isBehind(self[middle])
        ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
    }
    return range.lowerBound
  }
}
