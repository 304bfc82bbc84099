import Columns

/// Which rows of a table hold a record; the others are dead: their record was deleted.
struct LiveRows: Sendable {
  /// The number of rows, dead ones included.
  private(set) var rowCount: Int
  /// The number of dead rows.
  private(set) var deadCount = 0
  /// Set where a row holds a record; nil as long as all do.
  private var alive: Validity?

  /// `count` rows that all hold a record.
  init(count: Int) {
    rowCount = count
  }

  /// The number of records.
  var count: Int { rowCount - deadCount }

  /// Whether row `row`, which lies within ``rowCount``, holds a record.
  func contains(_ row: Int) -> Bool { alive?.isValid(row) ?? true }

  /// Adds `added` rows that hold records.
  mutating func append(_ added: Int) {
    rowCount += added
    alive?.append(repeating: true, count: added)
  }

  /// Makes rows dead that are not.
  mutating func remove(_ rows: [Int64]) {
    guard !rows.isEmpty else { return }
    if alive == nil { alive = Validity(repeating: true, count: rowCount) }
    for row in rows { alive?.set(Int(row), false) }
    deadCount += rows.count
  }

  /// Makes dead rows hold records again.
  mutating func insert(_ rows: [Int64]) {
    for row in rows { alive?.set(Int(row), true) }
    deadCount -= rows.count
    if deadCount == 0 { alive = nil }
  }

  /// The rows in `range` that hold records; nil where all do.
  func references(in range: Range<Int>) -> [Int64]? {
    guard let alive, deadCount > 0 else { return nil }
    var isWhole = true
    alive.forEachWord(of: range) { _, bits, size in
      if (~bits).trailingZeroBitCount < size { isWhole = false }
    }
    if isWhole { return nil }
    var references: [Int64] = []
    alive.forEachWord(of: range) { row, bits, size in
      for offset in 0..<size where bits >> UInt64(offset) & 1 == 1 {
        references.append(Int64(row + offset))
      }
    }
    return references
  }

  /// All rows that hold records.
  var references: [Int64] {
    references(in: 0..<rowCount) ?? (0..<Int64(rowCount)).map { $0 }
  }
}

extension Validity {
  /// Calls `body` with the rows of `range`, up to 64 at once: the first of them, their bits with that
  /// of the first one lowest, and their number.
  fileprivate func forEachWord(of range: Range<Int>, _ body: (Int, UInt64, Int) -> Void) {
    var row = range.lowerBound
    while row < range.upperBound {
      let size = min(64 - row & 63, range.upperBound - row)
      body(row, words[row >> 6] >> UInt64(row & 63), size)
      row += size
    }
  }
}
