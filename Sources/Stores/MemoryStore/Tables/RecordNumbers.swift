import Columns
import Model
import Storage

/// The identities of a table's rows: ascending numbers, including those of dead rows.
///
/// Rows with consecutive numbers form a run, so that a table without gaps has one.
struct RecordNumbers: Sendable {
  /// Rows with consecutive numbers, up to the next run.
  private struct Run {
    let row: Int
    let number: Int64
  }

  /// The number of rows.
  private(set) var count = 0
  /// The number of the next new record, greater than all previous ones.
  private(set) var next: Int64
  private var runs: [Run] = []

  /// Creates an empty list whose first row gets the number `first`.
  init(first: Int64 = 1) {
    next = first
  }

  /// Creates rows with ascending `numbers`, all less than `Int64.max`. The next record gets `next`
  /// or a greater number.
  init(_ numbers: some Sequence<Int64>, next: Int64) {
    self.next = next
    for number in numbers { append(number: number) }
  }

  /// The number of the last row.
  var last: Int64? {
    runs.last.map { $0.number + Int64(count - 1 - $0.row) }
  }

  /// Creates rows with the numbers in `range`.
  init(_ range: Range<Int64>) {
    next = range.upperBound
    count = range.count
    if !range.isEmpty { runs = [Run(row: 0, number: range.lowerBound)] }
  }

  /// Appends rows with numbers greater than all existing ones.
  mutating func append(contentsOf other: RecordNumbers) {
    for (place, run) in other.runs.enumerated() {
      startRun(at: run.number)
      let end = place + 1 < other.runs.count ? other.runs[place + 1].row : other.count
      count += end - run.row
    }
    if let last { next = max(next, last + 1) }
  }

  /// Appends a row with a number greater than all existing ones, and less than `Int64.max`.
  mutating func append(number: Int64) {
    startRun(at: number)
    count += 1
    next = max(next, number + 1)
  }

  /// Makes the next number at least `number`.
  mutating func skip(to number: Int64) { next = max(next, number) }

  private mutating func startRun(at number: Int64) {
    if let last, last + 1 == number { return }
    runs.append(Run(row: count, number: number))
  }

  /// Reserves the next `count` numbers; check ``canAppend(_:)`` first.
  mutating func reserve(_ count: Int) -> Range<Int64> {
    let range = next..<(next + Int64(count))
    next = range.upperBound
    return range
  }

  /// Whether there are numbers for `added` more rows.
  func canAppend(_ added: Int) -> Bool {
    !next.addingReportingOverflow(Int64(added)).overflow
  }

  /// The number of row `row`, which is less than ``count``.
  func number(of row: Int) -> Int64 {
    let run = runs[runs.count == 1 ? 0 : lastRun { $0.row <= row }]
    return run.number + Int64(row - run.row)
  }

  /// The row with this number; nil if there is none.
  func row(of number: Int64) -> Int? {
    guard let first = runs.first, number >= first.number, let last, number <= last else {
      return nil
    }
    return row(of: number, in: runs.count == 1 ? 0 : lastRun { $0.number <= number })
  }

  /// The rows of keys in order; ``Column/nullReference`` for missing ones.
  func rows(of keys: RecordKeys) -> [Int64] {
    switch keys {
    case .range(let range):
      return range.map(reference)
    case .list(let keys):
      return keys.map { key in
        if case .number(let number) = key { reference(of: number) } else { Column.nullReference }
      }
    }
  }

  private func reference(of number: Int64) -> Int64 {
    row(of: number).map { Int64($0) } ?? Column.nullReference
  }

  private func row(of number: Int64, in place: Int) -> Int? {
    let run = runs[place]
    let end = place + 1 < runs.count ? runs[place + 1].row : count
    // The distance to a number beyond the rows may overflow.
    let offset = number.subtractingReportingOverflow(run.number)
    guard !offset.overflow, offset.partialValue < Int64(end - run.row) else { return nil }
    return run.row + Int(offset.partialValue)
  }

  /// The last run for which `isBefore` is true; it is true for the first one.
  private func lastRun(where isBefore: (Run) -> Bool) -> Int {
    var range = 1..<runs.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBefore(runs[middle]) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound - 1
  }
}
