import Columns
import Expressions
import Storage

/// The number of places that satisfy a condition, for any range.
struct PlaceCounts {
  /// Nil if all places are counted.
  private var counts: [UInt32]?

  init(_ count: Int, _ isCounted: (Int) -> Bool) {
    var counts: [UInt32] = [0]
    counts.reserveCapacity(count + 1)
    var sum: UInt32 = 0
    for place in 0..<count {
      if isCounted(place) { sum += 1 }
      counts.append(sum)
    }
    self.counts = counts
  }

  /// Counts the values of a column.
  init<Element>(_ column: FixedColumn<Element>) {
    if column.validity == nil { self.init() } else { self.init(column.count, column.isValid) }
  }

  private init() { counts = nil }

  @inline(__always)
  func count(_ start: UInt32, _ end: UInt32) -> Int64 {
    guard let counts else { return Int64(end) - Int64(start) }
    return Int64(counts[Int(end)]) - Int64(counts[Int(start)])
  }
}

/// The numbers of places with a value, as Doubles, or the pairs of those with both values.
struct PlacedNumbers {
  private(set) var values: [Double] = []
  private(set) var others: [Double] = []
  private let counts: PlaceCounts

  init(_ column: Column, _ layout: WindowLayout) throws {
    let isValid = { (place: Int) in column.isValid(Int(layout.rows[place])) }
    counts = PlaceCounts(layout.rows.count, isValid)
    values = layout.rows.compactMap { column.number(at: Int($0)) }
  }

  init(_ x: Column, _ y: Column, _ layout: WindowLayout) throws {
    let isValid = { (row: Int) in x.isValid(row) && y.isValid(row) }
    counts = PlaceCounts(layout.rows.count) { isValid(Int(layout.rows[$0])) }
    let rows = layout.rows.map(Int.init).filter(isValid)
    values = rows.compactMap(x.number)
    others = rows.compactMap(y.number)
  }

  /// The numbers of a frame.
  func range(_ start: UInt32, _ end: UInt32) -> Range<Int> {
    Int(counts.count(0, start))..<Int(counts.count(0, end))
  }
}

extension Column {
  /// A number as a Double; nil for nil.
  func number(at row: Int) -> Double? {
    switch self {
    case .int(let column): column.isValid(row) ? Double(column.values[row]) : nil
    case .double(let column): column.isValid(row) ? column.values[row] : nil
    default: Statistics.number(value(at: row))
    }
  }

  /// Ordered words of the numbers of rows, and the rows with a value.
  func numberWords(at rows: [UInt32]) -> (words: [UInt64], validity: [UInt8]?) {
    let words = rows.map { number(at: Int($0)).map { SortableWord.word($0) } ?? 0 }
    return (words, validity.map { validity in rows.map { validity.isValid(Int($0)).bit } })
  }
}
