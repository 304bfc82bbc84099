import Columns
import Foundation
import Model
import Storage

/// The texts of the cells of some rows, column behind column.
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

  /// The bytes of all cells.
  var byteCount: Int { text.count }

  /// Calls `body` with the cells' bytes, at least 16 readable from each on, and where they end.
  borrowing func withCells(
    _ body: (_ bytes: UnsafePointer<UInt8>, _ ends: UnsafeBufferPointer<Int>) -> Void
  ) {
    ends.withUnsafeBufferPointer { body(text.start, $0) }
  }

  /// Adds a column of the cells of `rows`.
  mutating func append(_ cells: ResultBatch.Cells, _ rows: Range<Int>, _ style: CellStyle) {
    switch cells {
    case .values(let values): append(values[rows], style)
    case .column(let column, let start):
      append(column, start + rows.lowerBound..<start + rows.upperBound, style)
    }
  }

  private mutating func append(_ values: ArraySlice<Value>, _ style: CellStyle) {
    for value in values {
      switch style {
      case .json: text.appendJSON(value)
      case .sql: text.appendSQL(value)
      case .delimited(let delimiter): text.appendDelimited(value, by: delimiter)
      }
      ends.append(text.count)
    }
  }

  private mutating func append(_ column: Column, _ rows: Range<Int>, _ style: CellStyle) {
    switch (column, style) {
    case (.string(let column), _): appendStrings(column, rows, style)
    case (.int(let column), _): append(column, rows, IntCell.self, style)
    case (.bool(let column), .sql): append(column, rows, SQLBoolCell.self, style)
    case (.bool(let column), _): append(column, rows, BoolCell.self, style)
    case (.double(let column), .json): append(column, rows, JSONDoubleCell.self, style)
    case (.double(let column), .sql): append(column, rows, SQLDoubleCell.self, style)
    case (.double(let column), _): append(column, rows, PlainDoubleCell.self, style)
    case (.date(let column), .json): append(column, rows, QuotedCell<DateCell>.self, style)
    case (.date(let column), .sql): append(column, rows, SQLTextCell<DateCell>.self, style)
    case (.date(let column), _): append(column, rows, DateCell.self, style)
    case (.uuid(let column), .json): append(column, rows, QuotedCell<UUIDCell>.self, style)
    case (.uuid(let column), .sql): append(column, rows, SQLTextCell<UUIDCell>.self, style)
    case (.uuid(let column), _): append(column, rows, UUIDCell.self, style)
    case (.decimal, _), (.data, _), (.reference, _), (.list, _):
      append(rows.map { column.value(at: $0) }[...], style)
    }
  }

  private mutating func append<Kind: CellKind>(
    _ column: FixedColumn<Kind.Element>,
    _ rows: Range<Int>,
    _: Kind.Type,
    _ style: CellStyle
  ) {
    let first = ends.count
    ends.append(contentsOf: repeatElement(0, count: rows.count))
    let start = text.count
    let (values, validity) = (column.values, column.validity)
    text.write(upTo: rows.count * Kind.longest) { cursor in
      let origin = cursor.end - start
      ends.withUnsafeMutableBufferPointer { ends in
        values.withUnsafeBufferPointer { values in
          var place = first
          for row in rows {
            if let validity, !validity.hasValue(row) {
              switch style {
              case .delimited: break
              case .json: cursor.putNull()
              case .sql: cursor.putSQLNull()
              }
            } else {
              Kind.put(values[row], &cursor)
            }
            ends[place] = cursor.end - origin
            place += 1
          }
        }
      }
    }
  }

  private mutating func appendStrings(
    _ column: StringColumn,
    _ rows: Range<Int>,
    _ style: CellStyle
  ) {
    switch style {
    case .json:
      append(column, rows, longest: 6, nilText: 4) { cell, cursor in
        guard let cell else { return cursor.putNull() }
        cursor.put(json: cell)
      }
    case .sql:
      append(column, rows, longest: 2, nilText: 4) { cell, cursor in
        guard let cell else { return cursor.putSQLNull() }
        cursor.put(sql: cell)
      }
    case .delimited(let delimiter):
      append(column, rows, longest: 2, nilText: 0) { cell, cursor in
        if let cell { cursor.put(cell, delimitedBy: delimiter) }
      }
    }
  }

  /// Adds a column of texts by `put`, which writes nil where there is none. A text takes up to `longest`
  /// times its length and two bytes more, nil up to `nilText` bytes.
  @inline(__always)
  private mutating func append(
    _ column: StringColumn,
    _ rows: Range<Int>,
    longest: Int,
    nilText: Int,
    _ put: (FieldText?, inout TextCursor) -> Void
  ) {
    let (codes, validity) = (column.codes.values, column.codes.validity)
    let starts = column.dictionary.starts
    var length = rows.count * (nilText + 2)
    for row in rows where validity?.hasValue(row) ?? true {
      length += longest * (starts[Int(codes[row]) + 1] - starts[Int(codes[row])])
    }
    let first = ends.count
    ends.append(contentsOf: repeatElement(0, count: rows.count))
    let start = text.count
    text.write(upTo: length) { cursor in
      let origin = cursor.end - start
      ends.withUnsafeMutableBufferPointer { ends in
        column.dictionary.withPaddedBytes { bytes, limit in
          var place = first
          for row in rows {
            if let validity, !validity.hasValue(row) {
              put(nil, &cursor)
            } else {
              let code = Int(codes[row])
              let cell = FieldText(
                start: bytes + starts[code],
                count: starts[code + 1] - starts[code],
                limit: limit
              )
              put(cell, &cursor)
            }
            ends[place] = cursor.end - origin
            place += 1
          }
        }
      }
    }
  }
}

extension StringDictionary {
  /// Fewer bytes are copied for every batch of rows.
  private static var fewBytes: Int { 1 << 13 }

  /// Calls `body` with the bytes of all texts and the end of what can be read there: as most rows of a
  /// short dictionary would be at its end, that is a copy with something behind it.
  @inline(__always)
  fileprivate func withPaddedBytes(
    _ body: (_ bytes: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>) -> Void
  ) {
    let used = bytes.count < Self.fewBytes ? bytes + Array(repeating: 0, count: 16) : bytes
    used.withUnsafeBufferPointer { buffer in
      if let first = buffer.baseAddress { body(first, first + buffer.count) }
    }
  }
}

extension Validity {
  /// The same as `isValid`, but inlined here.
  @inline(__always)
  fileprivate func hasValue(_ row: Int) -> Bool {
    words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }
}
