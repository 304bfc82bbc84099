import Columns
import Model
import Storage

/// What a text format makes of values: its own text of each, and the bytes that stand for themselves in it.
struct CellFormat: Sendable {
  /// What stands before and behind the text of a cell of a type, in which a value is or is not.
  struct Frame: Sendable {
    var before: [UInt8] = []
    var behind: [UInt8] = []
  }

  /// The text of a value.
  let text: @Sendable (Value) -> String
  /// The text of numbers, moments and the like, in which nothing is special.
  let values: ValueText
  /// Whether a text of such bytes alone, the first and the last of which are no blanks or quotes, stands as it
  /// is.
  let isPlain: [Bool]
  /// The text that looks like nil, and so never stands as it is.
  let nullText: String

  /// - Parameter special: The ASCII characters that do not stand for themselves.
  init(
    special: String,
    _ context: RenderingContext,
    text: @escaping @Sendable (Value) -> String
  ) {
    // ASCII without controls, and the letters from À to ɿ, whose first bytes these are.
    var isPlain = (0...255).map { 0x20..<0x7F ~= $0 || 0x80...0xBF ~= $0 || 0xC3...0xC9 ~= $0 }
    for byte in special.utf8 { isPlain[Int(byte)] = false }
    self.isPlain = isPlain
    nullText = context.nullText
    values = context.values
    self.text = text
  }
}

/// The cells of one column of a result as bytes, batch by batch. Texts that repeat are made once.
struct CellBytes {
  private let format: CellFormat
  private let value: CellFormat.Frame
  private let null: [UInt8]
  /// The bytes of the batch's cells, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The dictionary that ``known`` is about.
  private var dictionary = StringDictionary()
  /// By code where the text begins and ends in ``texts``; an end of 0 for one that was not made yet.
  private var known: [Range<Int>] = []
  private var texts: [UInt8] = []

  /// Of a dictionary with more texts none is kept.
  private static let mostKnown = 1 << 16

  /// - Parameters:
  ///   - value: What stands around the text of a value.
  ///   - null: What stands around that of nil.
  init(_ format: CellFormat, value: CellFormat.Frame, null: CellFormat.Frame) {
    self.format = format
    self.value = value
    self.null = null.before + Array(format.text(.null).utf8) + null.behind
  }

  /// The bytes of row `row` of the batch.
  @inline(__always)
  func append(row: Int, to output: inout [UInt8]) {
    output.append(contentsOf: bytes[(row == 0 ? 0 : ends[row - 1])..<ends[row]])
  }

  /// Makes the bytes of the first `count` cells.
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
        bytes += value.behind
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
      bytes += value.behind
    }
    ends.append(bytes.count)
  }

  private mutating func append(_ column: StringColumn, _ rows: Range<Int>) {
    keep(column.dictionary)
    let (codes, dictionary) = (column.codes, column.dictionary)
    for row in rows {
      if codes.isValid(row) {
        bytes += value.before
        append(text: codes.values[row], of: dictionary)
        bytes += value.behind
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
    if standsAsItIs(dictionary.bytes, span) {
      bytes.append(contentsOf: dictionary.bytes[span])
    } else {
      bytes.append(contentsOf: format.text(.string(dictionary.string(for: code))).utf8)
    }
    guard !known.isEmpty, bytes.count > start else { return }
    let place = texts.count
    texts.append(contentsOf: bytes[start...])
    known[Int(code)] = place..<texts.count
  }

  private func standsAsItIs(_ bytes: [UInt8], _ span: Range<Int>) -> Bool {
    guard let first = span.first, let last = span.last, bytes[first] != UInt8(ascii: " "),
      bytes[first] != UInt8(ascii: "\""), bytes[last] != UInt8(ascii: "\"")
    else { return false }
    for index in span where !format.isPlain[Int(bytes[index])] { return false }
    return span.count != format.nullText.utf8.count
      || !bytes[span].elementsEqual(format.nullText.utf8)
  }

  /// Makes ``known`` be about `dictionary`; empty if that has too many texts.
  private mutating func keep(_ dictionary: StringDictionary) {
    guard !dictionary.isSame(as: self.dictionary) else { return }
    self.dictionary = dictionary
    let isKept = dictionary.count <= Self.mostKnown
    known = Array(repeating: 0..<0, count: isKept ? dictionary.count : 0)
    texts = []
  }
}

extension ResultRows {
  /// Writes the rows, made of the bytes of their cells, some thousand at a time.
  ///
  /// - Parameters:
  ///   - format: What becomes of values.
  ///   - frame: What stands around the cells of a column, and around those that are nil.
  ///   - row: What stands before, between and behind the cells of a row.
  func writeRows(
    to write: (String) throws -> Void,
    _ format: CellFormat,
    frame: (ResultHeader) -> (value: CellFormat.Frame, null: CellFormat.Frame) = { _ in
      (CellFormat.Frame(), CellFormat.Frame())
    },
    row: (before: String, between: String, behind: String)
  ) throws {
    var columns = headers.map { header in
      let frames = frame(header)
      return CellBytes(format, value: frames.value, null: frames.null)
    }
    let (before, between, behind) = (
      Array(row.before.utf8), Array(row.between.utf8), Array(row.behind.utf8)
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
        output += behind
      }
      try write(String(decoding: output, as: UTF8.self))
      output.removeAll(keepingCapacity: true)
    }
  }
}
