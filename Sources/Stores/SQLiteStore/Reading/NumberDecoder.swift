import Columns

/// Decodes the cells of a column with elements of fixed size.
protocol CellReading {
  associatedtype Element: Sendable
  /// The placeholder for nil.
  var filler: Element { get }
  /// The value of a cell; nil if it is invalid.
  func value(_ cell: SQLiteCell) -> Element?
}

/// Readings of the most common types, without closures.
enum PlainReading {
  /// INTEGERs.
  struct Integer: CellReading {
    var filler: Int64 { 0 }
    func value(_ cell: SQLiteCell) -> Int64? { cell.integer }
  }

  /// INTEGERs that are 0 or 1.
  struct Truth: CellReading {
    var filler: UInt8 { 0 }
    func value(_ cell: SQLiteCell) -> UInt8? { cell.truth }
  }

  /// REALs and INTEGERs that equal a Double.
  struct Real: CellReading {
    var filler: Double { 0 }
    func value(_ cell: SQLiteCell) -> Double? { cell.double }
  }
}

/// A reading by a closure.
struct DerivedReading<Element: Sendable>: CellReading {
  let filler: Element
  let read: (SQLiteCell) -> Element?

  func value(_ cell: SQLiteCell) -> Element? { read(cell) }
}

/// Decodes columns with elements of fixed size.
final class NumberDecoder<Reading: CellReading>: ColumnDecoder {
  private var values: [Reading.Element] = []
  private var nils: [Int] = []
  private(set) var invalidValueCount = 0
  private let reading: Reading
  private let wrap: (FixedColumn<Reading.Element>) -> Column

  init(_ reading: Reading, _ wrap: @escaping (FixedColumn<Reading.Element>) -> Column) {
    self.reading = reading
    self.wrap = wrap
  }

  // Statements append single cells. Generic code would look up its types for each of them.
  @_specialize(where Reading == PlainReading.Integer)
  @_specialize(where Reading == PlainReading.Real)
  @_specialize(where Reading == PlainReading.Truth)
  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    // A local copy avoids exclusivity checks.
    var values = self.values
    self.values = []
    values.reserveAmortized(cells.count)
    for cell in cells {
      if let value = reading.value(cell) {
        values.append(value)
        continue
      }
      if !cell.isNull { invalidValueCount += 1 }
      nils.append(values.count)
      values.append(reading.filler)
    }
    self.values = values
  }

  func takeColumn() -> Column {
    defer { (values, nils) = ([], []) }
    return wrap(FixedColumn(values: values, validity: Validity(count: values.count, nils: nils)))
  }
}

extension Array {
  /// Reserves capacity for `added` more elements, at least doubling it.
  mutating func reserveAmortized(_ added: Int) {
    let needed = count + added
    if capacity < needed { reserveCapacity(Swift.max(needed, 2 * count)) }
  }
}

extension Validity {
  /// The validity of `count` rows, all valid except `nils`; nil if all are valid.
  init?(count: Int, nils: [Int]) {
    if nils.isEmpty { return nil }
    self.init(repeating: true, count: count)
    for row in nils { set(row, false) }
  }
}

/// Decodes references: row numbers of another table.
final class ReferenceDecoder: ColumnDecoder {
  private var values: [Int64] = []
  let invalidValueCount = 0

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    values.reserveAmortized(cells.count)
    for cell in cells { values.append(cell.integer ?? Column.nullReference) }
  }

  func takeColumn() -> Column {
    defer { values = [] }
    return .reference(FixedColumn(values: values))
  }
}
