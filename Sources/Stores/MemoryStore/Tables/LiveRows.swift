import Columns

/// Which rows of a table are live. The record of a dead row was deleted.
struct LiveRows: Sendable {
  /// The number of rows, including dead ones.
  private(set) var rowCount: Int
  /// The number of dead rows.
  private(set) var deadCount = 0
  /// Set for live rows; nil if all are live.
  private var alive: Validity?

  /// Creates `count` live rows.
  init(count: Int) {
    rowCount = count
  }

  /// The number of live rows.
  var count: Int { rowCount - deadCount }

  /// Whether row `row`, which is less than ``rowCount``, is live.
  func contains(_ row: Int) -> Bool { alive?.isValid(row) ?? true }

  /// Appends `added` live rows.
  mutating func append(_ added: Int) {
    rowCount += added
    alive?.append(repeating: true, count: added)
  }

  /// Marks live rows as dead.
  mutating func remove(_ rows: [Int64]) {
    guard !rows.isEmpty else { return }
    if alive == nil { alive = Validity(repeating: true, count: rowCount) }
    for row in rows { alive?.set(Int(row), false) }
    deadCount += rows.count
  }

  /// Marks dead rows as live.
  mutating func insert(_ rows: [Int64]) {
    for row in rows { alive?.set(Int(row), true) }
    deadCount -= rows.count
    if deadCount == 0 { alive = nil }
  }

  /// The live rows in `range`; nil if all are live.
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

  /// All live rows.
  var references: [Int64] {
    references(in: 0..<rowCount) ?? (0..<Int64(rowCount)).map { $0 }
  }
}

extension Validity {
  /// Calls `body` with the rows of `range` in words of up to 64: the first row, the bits (the first
  /// row's lowest), and the number of rows.
  fileprivate func forEachWord(of range: Range<Int>, _ body: (Int, UInt64, Int) -> Void) {
    var row = range.lowerBound
    while row < range.upperBound {
      let size = min(64 - row & 63, range.upperBound - row)
      body(row, words[row >> 6] >> UInt64(row & 63), size)
      row += size
    }
  }
}
