import Columns
import Synchronization

/// The rows of a column that have a value, sorted: numbers and dates by value, strings by code, so
/// that equal ones are adjacent.
struct SortedRows: Sendable {
  private let words: [UInt64]
  private let rows: [UInt32]

  /// Sorts the live rows; nil for a column without order words.
  init?(_ column: Column, of live: LiveRows) {
    guard UInt32(exactly: column.count) != nil, let words = column.orderWords else { return nil }
    let held = (0..<UInt32(column.count)).filter {
      live.contains(Int($0)) && column.isValid(Int($0))
    }
    rows = RadixSort.sorted(held, by: words, bitCount: UInt64.bitWidth) {}
    self.words = rows.map { words[Int($0)] }
  }

  /// The rows with words in `range`.
  func rows(in range: ClosedRange<UInt64>) -> ArraySlice<UInt32> {
    let start = place { $0 < range.lowerBound }
    return rows[start..<max(start, place { $0 <= range.upperBound })]
  }

  /// The first index for which `isBefore` is false (binary search).
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
  /// A word for each row with the order, or at least the equality, of the values; nil if there is
  /// none.
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

/// The sorted rows of the columns of one state of a table.
///
/// Each is created on the second request, because a single query is faster with a scan.
final class SortedRowsCache: Sendable {
  private enum Entry {
    case askedOnce
    case made(SortedRows?)
  }

  private let entries = Mutex<[Int: Entry]>([:])

  /// The sorted rows of the column at index `place`; nil if there are none yet, or the column
  /// cannot be sorted.
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
