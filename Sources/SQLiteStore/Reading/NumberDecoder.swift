import Columns
import Foundation

/// Decodes columns whose elements have one size.
final class NumberDecoder<Element: Sendable>: ColumnDecoder {
  private var values: [Element] = []
  private var nils: [Int] = []
  private(set) var misfitCount = 0
  private let wrap: (FixedColumn<Element>) -> Column
  private let filler: Element
  private let decode: (SQLiteCell) -> Element?

  init(
    _ wrap: @escaping (FixedColumn<Element>) -> Column,
    filler: Element,
    decode: @escaping (SQLiteCell) -> Element?
  ) {
    self.wrap = wrap
    self.filler = filler
    self.decode = decode
  }

  func append(_ row: OpaquePointer, _ place: Int32) {
    let cell = SQLiteCell(row: row, place: place)
    if let value = decode(cell) {
      values.append(value)
      return
    }
    if !cell.isNull { misfitCount += 1 }
    nils.append(values.count)
    values.append(filler)
  }

  func takeColumn() -> Column {
    defer { (values, nils) = ([], []) }
    return wrap(FixedColumn(values: values, validity: Validity(count: values.count, nils: nils)))
  }
}

extension NumberDecoder where Element: ExpressibleByIntegerLiteral {
  convenience init(
    _ wrap: @escaping (FixedColumn<Element>) -> Column,
    decode: @escaping (SQLiteCell) -> Element?
  ) {
    self.init(wrap, filler: 0, decode: decode)
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

  func append(_ row: OpaquePointer, _ place: Int32) {
    values.append(SQLiteCell(row: row, place: place).integer ?? Column.nullReference)
  }

  func takeColumn() -> Column {
    defer { values = [] }
    return .reference(FixedColumn(values: values))
  }
}
