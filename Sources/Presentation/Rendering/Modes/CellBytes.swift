import Columns
import Model
import Storage

/// How a text format writes values.
struct CellFormat: Sendable {
  /// The text around a cell.
  struct Frame: Sendable {
    var before: [UInt8] = []
    var after: [UInt8] = []
  }

  /// Formats a value.
  let text: @Sendable (Value) -> String
  /// Formats numbers, dates and other values that need no escaping.
  let values: ValueText
  /// Whether a string of such bytes needs no escaping, if it does not start or end with blanks or
  /// quotes.
  let isPlain: [Bool]
  /// The text for nil; an equal string is escaped.
  let nullText: String

  /// - Parameter special: The ASCII characters to escape.
  init(
    special: String,
    _ context: RenderingContext,
    text: @escaping @Sendable (Value) -> String
  ) {
    // Printable ASCII, and the first bytes of the letters À to ɿ.
    var isPlain = (0...255).map { 0x20..<0x7F ~= $0 || 0x80...0xBF ~= $0 || 0xC3...0xC9 ~= $0 }
    for byte in special.utf8 { isPlain[Int(byte)] = false }
    self.isPlain = isPlain
    nullText = context.nullText
    values = context.values
    self.text = text
  }
}

/// The cells of one column as bytes, batch by batch. Repeated strings are formatted once.
struct CellBytes {
  private let format: CellFormat
  private let value: CellFormat.Frame
  private let null: [UInt8]
  /// The bytes of the batch's cells, and the end of each.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The dictionary of ``known``.
  private var dictionary = StringDictionary()
  /// The range in ``texts`` by code; its end is 0 if the string is not formatted yet.
  private var known: [Range<Int>] = []
  private var texts: [UInt8] = []

  /// Larger dictionaries are not cached.
  private static let maxKnown = 1 << 16

  /// - Parameters:
  ///   - value: The text around a value.
  ///   - null: The text around nil.
  init(_ format: CellFormat, value: CellFormat.Frame, null: CellFormat.Frame) {
    self.format = format
    self.value = value
    self.null = null.before + Array(format.text(.null).utf8) + null.after
  }

  /// The bytes of row `row` of the batch.
  @inline(__always)
  func append(row: Int, to output: inout [UInt8]) {
    output.append(contentsOf: bytes[(row == 0 ? 0 : ends[row - 1])..<ends[row]])
  }

  /// Formats the first `count` cells.
  mutating func read(_ cells: ResultBatch.Cells, count: Int) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    switch cells {
    case .values(let values):
      for value in values.prefix(count) { append(value) }
    case .column(let column, let start): append(column, start..<start + count)
    }
  }

  private mutating func append(_ column: Column, _ rows: Range<Int>) {
    switch column {
    case .string(let column): append(column, rows)
    case .bool, .int, .double, .date, .uuid: appendScalars(column, rows)
    case .decimal, .data, .reference, .list:
      for row in rows { append(column.value(at: row)) }
    }
  }

  private mutating func appendScalars(_ column: Column, _ rows: Range<Int>) {
    for row in rows {
      let cell = column.value(at: row)
      if cell.isNull {
        bytes += null
      } else {
        bytes += value.before
        bytes.append(contentsOf: format.values.string(cell).utf8)
        bytes += value.after
      }
      ends.append(bytes.count)
    }
  }

  private mutating func append(_ cell: Value) {
    if cell.isNull {
      bytes += null
    } else {
      bytes += value.before
      bytes.append(contentsOf: format.text(cell).utf8)
      bytes += value.after
    }
    ends.append(bytes.count)
  }

  private mutating func append(_ column: StringColumn, _ rows: Range<Int>) {
    use(column.dictionary)
    let (codes, dictionary) = (column.codes, column.dictionary)
    for row in rows {
      if codes.isValid(row) {
        bytes += value.before
        append(text: codes.values[row], of: dictionary)
        bytes += value.after
      } else {
        bytes += null
      }
      ends.append(bytes.count)
    }
  }

  private mutating func append(text code: UInt32, of dictionary: StringDictionary) {
    if !known.isEmpty, known[Int(code)].upperBound > 0 {
      bytes.append(contentsOf: texts[known[Int(code)]])
      return
    }
    let start = bytes.count
    let span = dictionary.starts[Int(code)]..<dictionary.starts[Int(code) + 1]
    if isVerbatim(dictionary.bytes, span) {
      bytes.append(contentsOf: dictionary.bytes[span])
    } else {
      bytes.append(contentsOf: format.text(.string(dictionary.string(for: code))).utf8)
    }
    guard !known.isEmpty, bytes.count > start else { return }
    let place = texts.count
    texts.append(contentsOf: bytes[start...])
    known[Int(code)] = place..<texts.count
  }

  private func isVerbatim(_ bytes: [UInt8], _ span: Range<Int>) -> Bool {
    guard let first = span.first, let last = span.last, bytes[first] != UInt8(ascii: " "),
      bytes[first] != UInt8(ascii: "\""), bytes[last] != UInt8(ascii: "\"")
    else { return false }
    for index in span where !format.isPlain[Int(bytes[index])] { return false }
    return span.count != format.nullText.utf8.count
      || !bytes[span].elementsEqual(format.nullText.utf8)
  }

  /// Resets ``known`` for `dictionary`; empty if it is too large.
  private mutating func use(_ dictionary: StringDictionary) {
    guard !dictionary.isSame(as: self.dictionary) else { return }
    self.dictionary = dictionary
    let isCached = dictionary.count <= Self.maxKnown
    known = Array(repeating: 0..<0, count: isCached ? dictionary.count : 0)
    texts = []
  }
}

extension ResultRows {
  /// Writes the rows a few thousand at a time.
  ///
  /// - Parameters:
  ///   - frame: The text around the values and the nils of a column.
  ///   - row: The text before, between and after the cells of a row.
  func writeRows(
    to write: (String) throws -> Void,
    _ format: CellFormat,
    frame: (ResultHeader) -> (value: CellFormat.Frame, null: CellFormat.Frame) = { _ in
      (CellFormat.Frame(), CellFormat.Frame())
    },
    row: (before: String, between: String, after: String)
  ) throws {
    var columns = headers.map { header in
      let frames = frame(header)
      return CellBytes(format, value: frames.value, null: frames.null)
    }
    let (before, between, after) = (
      Array(row.before.utf8), Array(row.between.utf8), Array(row.after.utf8)
    )
    var output: [UInt8] = []
    try forEachBatch(in: 0..<rowCount) { batch in
      for column in columns.indices {
        columns[column].read(batch.cells[column], count: batch.count)
      }
      for index in 0..<batch.count {
        output += before
        for column in columns.indices {
          if column > 0 { output += between }
          columns[column].append(row: index, to: &output)
        }
        output += after
      }
      try write(String(decoding: output, as: UTF8.self))
      output.removeAll(keepingCapacity: true)
    }
  }
}
