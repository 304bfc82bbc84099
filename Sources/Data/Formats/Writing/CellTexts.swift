import Columns
import Foundation
import Model
import Storage

/// The texts of cells, column by column, each with the text before it.
struct CellTexts: ~Copyable {
  private var text = OutputBuffer()
  /// The places of the cells; there may be unused ones at the end.
  private var places: [CellPlace] = []
  private var cellCount = 0
  /// The texts with the cells of each column; nil for ``text``.
  private var sources: [FormattedStrings?] = []
  /// The length of the cells in other texts.
  private var byteCountElsewhere = 0

  /// Removes all cells.
  mutating func removeAll() {
    text.removeAll()
    cellCount = 0
    sources.removeAll(keepingCapacity: true)
    byteCountElsewhere = 0
  }

  /// The length of all cells.
  var byteCount: Int { text.count + byteCountElsewhere }

  /// Calls `body` with the base address of each column, and the places. All texts are padded for
  /// ``TextCursor/copyPadded(_:_:)``.
  borrowing func withCells(
    _ body: (
      _ sources: UnsafeBufferPointer<UnsafePointer<UInt8>>,
      _ places: UnsafeBufferPointer<CellPlace>
    ) -> Void
  ) {
    let own = text.start
    let starts = sources.map { $0?.start ?? own }
    starts.withUnsafeBufferPointer { starts in
      places.withUnsafeBufferPointer { body(starts, $0) }
    }
    // Keeps the written texts alive.
    withExtendedLifetime(sources) {}
  }

  /// Adds a column of the cells of `rows`, with `before` before each. `written` are the column's
  /// strings, if they are already written.
  mutating func append(
    _ cells: ResultBatch.Cells,
    _ rows: Range<Int>,
    _ style: CellStyle,
    before: RowPiece,
    showsTimes: Bool,
    written: FormattedStrings? = nil
  ) {
    switch cells {
    case .values(let values):
      append(values[rows], style, before, showsTimes)
    case .column(let column, let start):
      let rows = start + rows.lowerBound..<start + rows.upperBound
      if let written, case .string(let column) = column {
        append(column.codes, rows, written)
      } else {
        append(column, rows, style, before, showsTimes)
      }
    }
  }

  /// Adds a column of cells that are already written.
  private mutating func append(
    _ codes: FixedColumn<UInt32>,
    _ rows: Range<Int>,
    _ written: FormattedStrings
  ) {
    sources.append(written)
    let first = reservePlaces(for: rows.count)
    let (texts, values, validity) = (written.places, codes.values, codes.validity)
    let nilText = texts.count - 1
    var byteCount = 0
    places.withUnsafeMutableBufferPointer { places in
      var cell = first
      for row in rows {
        let hasValue = validity?.hasValue(row) ?? true
        let place = texts[hasValue ? Int(values[row]) : nilText]
        byteCount &+= place.count
        places[cell] = place
        cell &+= 1
      }
    }
    byteCountElsewhere += byteCount
  }

  /// Adds `count` places and returns the index of the first.
  private mutating func reservePlaces(for count: Int) -> Int {
    let first = cellCount
    cellCount += count
    if places.count < cellCount {
      places.append(contentsOf: repeatElement(CellPlace(), count: cellCount - places.count))
    }
    return first
  }

  mutating func append(
    _ values: ArraySlice<Value>,
    _ style: CellStyle,
    _ before: RowPiece,
    _ showsTimes: Bool
  ) {
    sources.append(nil)
    var cell = reservePlaces(for: values.count)
    for value in values {
      let start = text.count
      text.append(before)
      switch (style, value) {
      case (.text(let column), .null): text.append(column.null)
      case (.text(let column), _):
        text.append(column.text(value), column.frame, column.alignment)
      case (_, .date(let moment)): append(moment, style, showsTime: showsTimes)
      case (.json, _): text.appendJSON(value)
      case (.delimited, .null): text.write(upTo: style.longestNil) { $0.putNil(style) }
      case (.delimited(let delimiter, _), _): text.appendDelimited(value, by: delimiter)
      }
      places[cell] = CellPlace(start: start, count: text.count - start)
      cell += 1
    }
  }

  private mutating func append(_ moment: Timestamp, _ style: CellStyle, showsTime: Bool) {
    let quote: String
    switch style {
    case .json: quote = "\""
    case .delimited, .text: quote = ""
    }
    text.append(quote)
    text.append(moment, showsTime: showsTime)
    text.append(quote)
  }

  private mutating func append(
    _ column: Column,
    _ rows: Range<Int>,
    _ style: CellStyle,
    _ before: RowPiece,
    _ showsTimes: Bool
  ) {
    switch (column, style) {
    case (_, .text(let format)): append(column, rows, format, before)
    case (.string(let column), _): appendStrings(column, rows, style, before)
    case (.int(let column), _): append(column, rows, IntCell.self, style, before)
    case (.bool(let column), _): append(column, rows, BoolCell.self, style, before)
    case (.double(let column), .json): append(column, rows, JSONDoubleCell.self, style, before)
    case (.double(let column), _): append(column, rows, PlainDoubleCell.self, style, before)
    case (.date(let column), _):
      if showsTimes {
        appendQuoted(column, rows, TimedDateCell.self, style, before)
      } else {
        appendQuoted(column, rows, DateCell.self, style, before)
      }
    case (.uuid(let column), _): appendQuoted(column, rows, UUIDCell.self, style, before)
    case (.decimal, _), (.data, _), (.reference, _), (.list, _):
      append(rows.map { column.value(at: $0) }[...], style, before, showsTimes)
    }
  }

  /// Adds a column of cells that JSON puts in quotes.
  private mutating func appendQuoted<Kind: CellKind>(
    _ column: FixedColumn<Kind.Element>,
    _ rows: Range<Int>,
    _ kind: Kind.Type,
    _ style: CellStyle,
    _ before: RowPiece
  ) {
    switch style {
    case .json: append(column, rows, QuotedCell<Kind>.self, style, before)
    case .delimited, .text: append(column, rows, kind, style, before)
    }
  }

  private mutating func append<Kind: CellKind>(
    _ column: FixedColumn<Kind.Element>,
    _ rows: Range<Int>,
    _: Kind.Type,
    _ style: CellStyle,
    _ before: RowPiece
  ) {
    let (values, validity) = (column.values, column.validity)
    let length = max(Kind.longest, style.longestNil)
    appendCells(rows, upTo: rows.count * length, before) { row, cursor in
      if let validity, !validity.hasValue(row) {
        cursor.putNil(style)
      } else {
        Kind.put(values[row], &cursor)
      }
    }
  }

  private mutating func appendStrings(
    _ column: StringColumn,
    _ rows: Range<Int>,
    _ style: CellStyle,
    _ before: RowPiece
  ) {
    switch style {
    case .json:
      append(column, rows, style, before) { $1.put(json: $0) }
    case .delimited(let delimiter, _):
      append(column, rows, style, before) { $1.put($0, delimitedBy: delimiter) }
    case .text: break
    }
  }

  /// Adds a column of strings, written by `put`.
  @inline(__always)
  private mutating func append(
    _ column: StringColumn,
    _ rows: Range<Int>,
    _ style: CellStyle,
    _ before: RowPiece,
    _ put: (FieldText, inout TextCursor) -> Void
  ) {
    let (codes, validity) = (column.codes.values, column.codes.validity)
    let starts = column.dictionary.starts
    var length = rows.count * style.longestNil
    for row in rows where validity?.hasValue(row) ?? true {
      length += style.longestText(starts[Int(codes[row]) + 1] - starts[Int(codes[row])])
    }
    column.dictionary.withPaddedBytes { bytes, limit in
      appendCells(rows, upTo: length, before) { row, cursor in
        if let validity, !validity.hasValue(row) { return cursor.putNil(style) }
        let code = Int(codes[row])
        let cell = FieldText(
          start: bytes + starts[code],
          count: starts[code + 1] - starts[code],
          limit: limit
        )
        put(cell, &cursor)
      }
    }
  }

  /// Adds a column of cells. `put` writes the cell of a row; all cells together have at most
  /// `length` bytes, without the text before them.
  @inline(__always)
  mutating func appendCells(
    _ rows: Range<Int>,
    upTo length: Int,
    _ before: RowPiece,
    _ put: (Int, inout TextCursor) -> Void
  ) {
    sources.append(nil)
    let first = reservePlaces(for: rows.count)
    let start = text.count
    before.withBytes { piece in
      text.write(upTo: length + rows.count * before.count) { cursor in
        let origin = cursor.end - start
        places.withUnsafeMutableBufferPointer { places in
          var cell = first
          for row in rows {
            let begin = cursor.end
            cursor.copyPadded(piece, before.count)
            put(row, &cursor)
            places[cell] = CellPlace(start: begin - origin, count: cursor.end - begin)
            cell &+= 1
          }
        }
      }
    }
  }
}

extension Validity {
  /// Like `isValid`, but inlined.
  @inline(__always)
  func hasValue(_ row: Int) -> Bool {
    words[row >> 6] >> UInt64(row & 63) & 1 == 1
  }
}
