import Columns
import Diagnostics
import Model
import Storage

extension CellTexts {
  /// Adds a column of texts for people.
  mutating func append(
    _ column: Column,
    _ rows: Range<Int>,
    _ format: TextColumn,
    _ before: RowPiece
  ) {
    switch column {
    case _ where format.alignment.isCut: appendValues(column, rows, format, before)
    case .bool(let column): append(column, rows, BoolCell.self, format, before)
    case .int(let column): append(column, rows, IntCell.self, format, before)
    case .double(let column): append(column, rows, PlainDoubleCell.self, format, before)
    case .uuid(let column): append(column, rows, UUIDCell.self, format, before)
    case .date(let column) where format.isUTC:
      append(column, rows, MomentCell.self, format, before)
    case .string(let column): append(column, rows, format, before)
    case .date, .decimal, .data, .reference, .list: appendValues(column, rows, format, before)
    }
  }

  private mutating func appendValues(
    _ column: Column,
    _ rows: Range<Int>,
    _ format: TextColumn,
    _ before: RowPiece
  ) {
    append(rows.map { column.value(at: $0) }[...], .text(format), before, false)
  }

  private mutating func append<Kind: CellKind>(
    _ column: FixedColumn<Kind.Element>,
    _ rows: Range<Int>,
    _ kind: Kind.Type,
    _ format: TextColumn,
    _ before: RowPiece
  ) {
    let (values, validity) = (column.values, column.validity)
    let length = max(Kind.longest + format.longestRest, format.null.count)
    appendCells(rows, upTo: rows.count * length, before) { row, cursor in
      if let validity, !validity.hasValue(row) {
        cursor.put(format.null)
      } else {
        cursor.put(values[row], kind, format)
      }
    }
  }

  private mutating func append(
    _ column: StringColumn,
    _ rows: Range<Int>,
    _ format: TextColumn,
    _ before: RowPiece
  ) {
    let (codes, validity) = (column.codes.values, column.codes.validity)
    let starts = column.dictionary.starts
    column.dictionary.withPaddedBytes { bytes, limit in
      func text(_ row: Int) -> FieldText {
        let start = starts[Int(codes[row])]
        let count = starts[Int(codes[row]) + 1] - start
        return FieldText(start: bytes + start, count: count, limit: limit)
      }
      var length = 0
      // The widths of strings that are written as they are; others are escaped first.
      var widths = [Int?](repeating: nil, count: rows.count)
      var escaped: [FittedText] = []
      for row in rows {
        if let validity, !validity.hasValue(row) {
          length += format.null.count
          continue
        }
        let text = text(row)
        length += format.longestRest + text.count
        widths[row - rows.lowerBound] = format.strings.width(of: text)
        guard widths[row - rows.lowerBound] == nil else { continue }
        let other = format.text(.string(text.string))
        length += other.text.utf8.count
        escaped.append(other)
      }
      var nextEscaped = 0
      appendCells(rows, upTo: length, before) { row, cursor in
        if let validity, !validity.hasValue(row) { return cursor.put(format.null) }
        if let width = widths[row - rows.lowerBound] {
          return cursor.put(text(row), width: width, format)
        }
        cursor.put(escaped[nextEscaped], format.frame, format.alignment)
        nextEscaped += 1
      }
    }
  }
}

extension TextColumn {
  /// The greatest display width of the first `count` cells.
  ///
  /// - Parameter written: The column's strings, if they are already written.
  func widest(_ cells: ResultBatch.Cells, _ count: Int, _ written: FormattedStrings?) -> Int {
    switch cells {
    case .values(let values):
      return values.prefix(count).reduce(0) { max($0, text($1).width) }
    case .column(let column, let start):
      let rows = start..<start + count
      switch column {
      case .bool(let column): return widest(column, rows, BoolCell.self)
      case .int(let column): return widest(column, rows, IntCell.self)
      case .double(let column): return widest(column, rows, PlainDoubleCell.self)
      case .uuid(let column): return widest(column, rows, UUIDCell.self)
      case .date(let column) where isUTC: return widest(column, rows, MomentCell.self)
      case .string(let column): return widest(column, rows, written)
      case .date, .decimal, .data, .reference, .list:
        return rows.reduce(0) { max($0, text(column.value(at: $1)).width) }
      }
    }
  }

  private func widest<Kind: CellKind>(
    _ column: FixedColumn<Kind.Element>,
    _ rows: Range<Int>,
    _: Kind.Type
  ) -> Int {
    let (values, validity) = (column.values, column.validity)
    return withUnsafeTemporaryAllocation(
      of: UInt8.self,
      capacity: Kind.longest + OutputBuffer.slack
    ) { scratch in
      guard let start = scratch.baseAddress else { return 0 }
      var widest = 0
      for row in rows {
        if let validity, !validity.hasValue(row) {
          widest = max(widest, nullWidth)
        } else {
          var cursor = TextCursor(start)
          Kind.put(values[row], &cursor)
          widest = max(widest, cursor.end - start)
        }
      }
      return widest
    }
  }

  private func widest(
    _ column: StringColumn,
    _ rows: Range<Int>,
    _ written: FormattedStrings?
  ) -> Int {
    let (codes, validity) = (column.codes.values, column.codes.validity)
    let starts = column.dictionary.starts
    var widest = 0
    column.dictionary.withPaddedBytes { bytes, limit in
      for row in rows {
        if let validity, !validity.hasValue(row) {
          widest = max(widest, nullWidth)
          continue
        }
        let code = Int(codes[row])
        if let written {
          widest = max(widest, written.widths[code])
          continue
        }
        let cell = FieldText(
          start: bytes + starts[code],
          count: starts[code + 1] - starts[code],
          limit: limit
        )
        let width = strings.width(of: cell) ?? text(.string(cell.string)).width
        widest = max(widest, width)
      }
    }
    return widest
  }
}
