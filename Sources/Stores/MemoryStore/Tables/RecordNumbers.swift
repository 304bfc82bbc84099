import Columns
import Model
import Storage

/// The identities of a table's rows: numbers that rise with the rows, dead ones included.
///
/// Rows whose numbers follow each other are a run, so that a table without gaps has one.
struct RecordNumbers: Sendable {
  /// Rows whose numbers follow each other, up to where the next run begins.
  private struct Run {
    let row: Int
    let number: Int64
  }

  /// The number of rows.
  private(set) var count = 0
  /// The number that the next new record gets; greater than all that there ever were.
  private(set) var next: Int64
  private var runs: [Run] = []

  /// No rows yet; the first one gets the number `first`.
  init(first: Int64 = 1) {
    next = first
  }

  /// Rows with rising `numbers`, none of which is the greatest of all; new records get `next`, or
  /// what follows these.
  init(_ numbers: some Sequence<Int64>, next: Int64) {
    self.next = next
    for number in numbers { append(number: number) }
  }

  /// The number of the last row.
  var last: Int64? {
    runs.last.map { $0.number + Int64(count - 1 - $0.row) }
  }

  /// Rows with the numbers of `range` one after the other.
  init(_ range: Range<Int64>) {
    next = range.upperBound
    count = range.count
    if !range.isEmpty { runs = [Run(row: 0, number: range.lowerBound)] }
  }

  /// Adds rows with numbers that are greater than those of all rows.
  mutating func append(contentsOf other: RecordNumbers) {
    for (place, run) in other.runs.enumerated() {
      startRun(at: run.number)
      let end = place + 1 < other.runs.count ? other.runs[place + 1].row : other.count
      count += end - run.row
    }
    if let last { next = max(next, last + 1) }
  }

  /// Adds a row with a number that is greater than those of all rows, and not the greatest of all.
  mutating func append(number: Int64) {
    startRun(at: number)
    count += 1
    next = max(next, number + 1)
  }

  /// Makes sure that the next row gets `number` or a greater one.
  mutating func skip(to number: Int64) { next = max(next, number) }

  private mutating func startRun(at number: Int64) {
    if let last, last + 1 == number { return }
    runs.append(Run(row: count, number: number))
  }

  /// Hands out the next `count` numbers, which ``canAppend(_:)``; the next row gets a later one.
  mutating func reserve(_ count: Int) -> Range<Int64> {
    let range = next..<(next + Int64(count))
    next = range.upperBound
    return range
  }

  /// Whether there are numbers for `added` rows more.
  func canAppend(_ added: Int) -> Bool {
    !next.addingReportingOverflow(Int64(added)).overflow
  }

  /// The number of row `row`, which lies within ``count``.
  func number(of row: Int) -> Int64 {
    let run = runs[runs.count == 1 ? 0 : lastRun { $0.row <= row }]
    return run.number + Int64(row - run.row)
  }

  /// The row that has the number `number`.
  func row(of number: Int64) -> Int? {
    guard let first = runs.first, number >= first.number, let last, number <= last else {
      return nil
    }
    return row(of: number, in: runs.count == 1 ? 0 : lastRun { $0.number <= number })
  }

  /// The rows of keys in their order; ``Column/nullReference`` where there is none.
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
    // What lies further behind than there are rows may be too far away to be counted.
    let offset = number.subtractingReportingOverflow(run.number)
    guard !offset.overflow, offset.partialValue < Int64(end - run.row) else { return nil }
    return run.row + Int(offset.partialValue)
  }

  /// The last of the runs that `isBefore` holds for, which it does for the first one.
  private func lastRun(where isBefore: (Run) -> Bool) -> Int {
    var range = 1..<runs.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBefore(runs[middle]) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound - 1
  }
}
