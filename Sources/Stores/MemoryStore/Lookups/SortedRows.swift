import Columns
import Synchronization

/// The rows of a column that hold a value, in its order: numbers and dates by size, texts by code, so
/// that equal ones stand together.
struct SortedRows: Sendable {
  private let words: [UInt64]
  private let rows: [UInt32]

  /// Sorts the rows of records; nil for a column whose values have no words.
  init?(_ column: Column, of live: LiveRows) {
    guard UInt32(exactly: column.count) != nil, let words = column.orderWords else { return nil }
    let held = (0..<UInt32(column.count)).filter {
      live.contains(Int($0)) && column.isValid(Int($0))
    }
    rows = RadixSort.sorted(held, by: words, bitCount: UInt64.bitWidth) {}
    self.words = rows.map { words[Int($0)] }
  }

  /// The rows whose words lie in `range`.
  func rows(in range: ClosedRange<UInt64>) -> ArraySlice<UInt32> {
    let start = place { $0 < range.lowerBound }
    return rows[start..<max(start, place { $0 <= range.upperBound })]
  }

  /// The place behind all words for which `isBefore` holds; it holds for none behind one for which it
  /// does not.
  private func place(_ isBefore: (UInt64) -> Bool) -> Int {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(words[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Column {
  /// A word a row whose order is that of the values, or which is equal where they are; nil where there
  /// is none.
  fileprivate var orderWords: [UInt64]? {
    switch self {
    case .int(let column), .date(let column): column.values.map { SortableWord.word($0) }
    case .double(let column): column.values.map { SortableWord.word($0) }
    case .string(let column) where column.dictionary.isDistinct:
      column.codes.values.map { UInt64($0) }
    default: nil
    }
  }
}

/// The sorted rows of the columns of one state of a table, each made when it is asked a second time:
/// one question alone is answered sooner by looking at all rows.
final class SortedRowsCache: Sendable {
  private enum Entry {
    case askedOnce
    case made(SortedRows?)
  }

  private let entries = Mutex<[Int: Entry]>([:])

  /// The sorted rows of the column in place `place`; nil where there are none, or none yet.
  func rows(of place: Int, make: () -> SortedRows?) -> SortedRows? {
    entries.withLock { entries in
      switch entries[place] {
      case nil:
        entries[place] = .askedOnce
        return nil
      case .askedOnce?:
        let rows = make()
        entries[place] = .made(rows)
        return rows
      case .made(let rows)?:
        return rows
      }
    }
  }
}
