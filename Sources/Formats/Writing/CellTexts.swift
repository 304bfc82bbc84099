import Columns
import Foundation
import Model
import Storage

/// The texts of the cells of a batch, column behind column.
struct CellTexts: ~Copyable {
  private var text = OutputBuffer()
  /// Cell `n` ends at element `n + 1` and begins at element `n`.
  private var ends = [0]

  /// Forgets all cells.
  mutating func removeAll() {
    text.removeAll()
    ends.removeAll(keepingCapacity: true)
    ends.append(0)
  }

  /// Appends the text of cell `index` to `output`.
  @inline(__always)
  borrowing func appendCell(_ index: Int, to output: inout OutputBuffer) {
    output.append(text, from: ends[index], to: ends[index + 1])
  }

  /// Adds a column of `count` cells.
  mutating func append(_ cells: ResultBatch.Cells, count: Int, _ style: CellStyle) {
    switch cells {
    case .values(let values): append(values.prefix(count), style)
    case .column(let column, let start): append(column, start..<start + count, style)
    }
  }

  private mutating func append(_ values: ArraySlice<Value>, _ style: CellStyle) {
    for value in values {
      switch style {
      case .json: text.appendJSON(value)
      case .delimited(let delimiter): text.appendDelimited(value, by: delimiter)
      }
      ends.append(text.count)
    }
  }

  private mutating func append(_ column: Column, _ rows: Range<Int>, _ style: CellStyle) {
    switch column {
    case .bool(let column):
      append(column, rows, style) { $0.append($1 == 0 ? "false" : "true") }
    case .int(let column): append(column, rows, style) { $0.append($1) }
    case .double(let column): appendDoubles(column, rows, style)
    case .date(let column):
      append(column, rows, style, isQuotedInJSON: true) { $0.append(Timestamp(microseconds: $1)) }
    case .uuid(let column):
      append(column, rows, style, isQuotedInJSON: true) { $0.append(uuid: $1) }
    case .string(let column): appendStrings(column, rows, style)
    case .decimal, .data, .reference, .list: append(rows.map { column.value(at: $0) }[...], style)
    }
  }

  private mutating func appendDoubles(
    _ column: FixedColumn<Double>,
    _ rows: Range<Int>,
    _ style: CellStyle
  ) {
    switch style {
    case .delimited: append(column, rows, style) { $0.appendPlain($1) }
    case .json:
      append(column, rows, style) { if $1.isFinite { $0.append($1) } else { $0.append("null") } }
    }
  }

  /// Adds the rows of a column by `write`, whose texts never contain what must be quoted.
  @inline(__always)
  private mutating func append<Element>(
    _ column: FixedColumn<Element>,
    _ rows: Range<Int>,
    _ style: CellStyle,
    isQuotedInJSON: Bool = false,
    _ write: (inout OutputBuffer, Element) -> Void
  ) {
    let isQuoted = isQuotedInJSON && style.isJSON
    column.values.withUnsafeBufferPointer { values in
      for row in rows {
        if let validity = column.validity, !validity.hasValue(row) {
          appendNil(style)
        } else {
          if isQuoted { text.append(Byte.quote) }
          write(&text, values[row])
          if isQuoted { text.append(Byte.quote) }
        }
        ends.append(text.count)
      }
    }
  }

  private mutating func appendStrings(
    _ column: StringColumn,
    _ rows: Range<Int>,
    _ style: CellStyle
  ) {
    let starts = column.dictionary.starts
    column.dictionary.bytes.withUnsafeBufferPointer { bytes in
      append(column.codes, rows, style) { output, code in
        let range = starts[Int(code)]..<starts[Int(code) + 1]
        let cell = UnsafeBufferPointer(rebasing: bytes[range])
        switch style {
        case .json: output.appendJSON(cell)
        case .delimited(let delimiter): output.appendDelimited(cell, by: delimiter)
        }
      }
    }
  }

  private mutating func appendNil(_ style: CellStyle) {
    if style.isJSON { text.append("null") }
  }
}

extension CellStyle {
  fileprivate var isJSON: Bool {
    if case .json = self { true } else { false }
  }
}

extension Validity {
  /// The same as `isValid`, but inlined here.
  @inline(__always)
  fileprivate func hasValue(_ row: Int) -> Bool {
    words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }
}
