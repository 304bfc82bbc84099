import Columns

/// How a column whose elements have one size is read.
protocol CellReading {
  associatedtype Element: Sendable
  /// What stands in the place of nil.
  var filler: Element { get }
  /// The value of a cell; nil where it does not fit.
  func value(_ cell: SQLiteCell) -> Element?
}

/// Readings without a detour, for what most columns hold.
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

  /// REALs, and the INTEGERs that equal one.
  struct Real: CellReading {
    var filler: Double { 0 }
    func value(_ cell: SQLiteCell) -> Double? { cell.double }
  }
}

/// A reading by a function.
struct DerivedReading<Element: Sendable>: CellReading {
  let filler: Element
  private let read: (SQLiteCell) -> Element?

  init(filler: Element, _ read: @escaping (SQLiteCell) -> Element?) {
    self.filler = filler
    self.read = read
  }

  func value(_ cell: SQLiteCell) -> Element? { read(cell) }
}

/// Decodes columns whose elements have one size.
final class NumberDecoder<Reading: CellReading>: ColumnDecoder {
  private var values: [Reading.Element] = []
  private var nils: [Int] = []
  private(set) var misfitCount = 0
  private let reading: Reading
  private let wrap: (FixedColumn<Reading.Element>) -> Column

  init(_ reading: Reading, _ wrap: @escaping (FixedColumn<Reading.Element>) -> Column) {
    self.reading = reading
    self.wrap = wrap
  }

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    // Taken out of the object, whose every access would be checked.
    var values = self.values
    self.values = []
    values.reserveAmortized(cells.count)
    for cell in cells {
      if let value = reading.value(cell) {
        values.append(value)
        continue
      }
      if !cell.isNull { misfitCount += 1 }
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
  /// Makes room for `added` more elements, and for as many again where there is none.
  mutating func reserveAmortized(_ added: Int) {
    let needed = count + added
    if capacity < needed { reserveCapacity(Swift.max(needed, 2 * count)) }
  }
}

extension Validity {
  /// Which of `count` rows hold a value: all but `nils`; nil where all do.
  init?(count: Int, nils: [Int]) {
    if nils.isEmpty { return nil }
    self.init(repeating: true, count: count)
    for row in nils { set(row, false) }
  }
}

/// Decodes references: row numbers of another table.
final class ReferenceDecoder: ColumnDecoder {
  private var values: [Int64] = []
  let misfitCount = 0

  func append(_ cells: UnsafeBufferPointer<SQLiteCell>) {
    values.reserveAmortized(cells.count)
    for cell in cells { values.append(cell.integer ?? Column.nullReference) }
  }

  func takeColumn() -> Column {
    defer { values = [] }
    return .reference(FixedColumn(values: values))
  }
}
