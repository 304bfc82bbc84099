/// Finds the fields of records.
///
/// A field that starts with a quote ends at the next quote that is not doubled; in other fields
/// quotes have no meaning. LF, CR LF and a lone CR end a record, in any mixture. Empty lines are
/// skipped, except in a file of one column: there they are nil, as is `""`.
struct CSVTokenizer: RecordTokenizer {
  /// Records must be shorter, so that spans can hold their lengths.
  static let longestRecord = FieldSpan.longest

  let bytes: UnsafePointer<UInt8>
  /// The end of the readable bytes.
  let limit: Int
  /// The end of the range: the end of the file or of a record.
  private let end: Int
  let delimiter: UInt8
  private let delimiters: UInt64
  /// Whether `""` is the empty string in a file of one column, and not nil.
  private let keepsEmptyStrings: Bool

  /// The start of the next record.
  var offset: Int
  /// The marks found after ``offset``.
  var marks: FieldMarks
  private(set) var facts = FactList(limit: .max)

  /// `bytes` must outlive the tokenizer. `range` starts and ends between records. Nothing is read
  /// from `limit` on; nil stands for the end of the file.
  init(
    _ bytes: FileBytes,
    _ range: Range<Int>,
    limit: Int? = nil,
    delimiter: UInt8,
    window: Int = FieldMarks.defaultWindow,
    keepsEmptyStrings: Bool = false
  ) {
    self.keepsEmptyStrings = keepsEmptyStrings
    marks = FieldMarks(window: window)
    self.bytes = bytes.start
    self.limit = limit ?? bytes.count
    end = range.upperBound
    offset = range.lowerBound
    self.delimiter = delimiter
    delimiters = ByteWord.repeating(delimiter)
  }

  /// Whether all records were read.
  var isAtEnd: Bool { offset >= end }

  var wellFormed: Range<Int> { marks.wellFormed }

  /// The problems found since the last call.
  mutating func takeFacts() -> FactList {
    defer { facts = FactList(limit: .max) }
    return facts
  }

  /// Fills `block` with the next records. Records with a wrong number of fields become facts.
  mutating func fill(_ block: inout FieldBlock) {
    block.base = offset
    block.rowCount = 0
    let capacity = block.capacity
    let columnCount = block.columnCount
    block.spans.withUnsafeMutableBufferPointer { spans in
      guard let first = spans.baseAddress else { return }
      let stop = min(end, block.base + FieldBlock.byteLimit)
      while block.rowCount < capacity, offset < stop {
        block.rowCount += fillPlain(
          first + block.rowCount * columnCount,
          columnCount,
          count: capacity - block.rowCount,
          base: block.base,
          stop: stop
        )
        guard block.rowCount < capacity, offset < stop else { break }
        if columnCount > 1, skipBlankLine() { continue }
        let row = first + block.rowCount * columnCount
        if readRecord(into: row, columnCount, base: block.base) { block.rowCount += 1 }
      }
      if columnCount > 1 || keepsEmptyStrings { return }
      for row in 0..<block.rowCount where first[row].length == 0 { first[row] = FieldSpan() }
    }
  }

  /// Moves to the next line that is not empty.
  mutating func skipBlankLines() {
    while skipBlankLine() {}
  }

  /// The fields of the next record, however many, with offsets from its start; nil at the end.
  mutating func nextRecord() -> [FieldSpan]? {
    skipBlankLines()
    guard !isAtEnd else { return nil }
    let base = offset
    var fields: [FieldSpan] = []
    var position = base
    repeat {
      fields.append(readField(&position, base: base))
    } while skipDelimiter(&position)
    offset = endOfLine(position)
    return fields
  }

  /// Reads a record into `row`; false if it does not have `columnCount` fields.
  @inline(__always)
  private mutating func readRecord(
    into row: UnsafeMutablePointer<FieldSpan>,
    _ columnCount: Int,
    base: Int
  ) -> Bool {
    var position = offset
    var column = 0
    var firstExtra = 0
    repeat {
      if column == columnCount { firstExtra = position }
      let field = readField(&position, base: base)
      if column < columnCount { row[column] = field }
      column += 1
    } while skipDelimiter(&position)
    if column == columnCount, position - base < Self.longestRecord {
      offset = endOfLine(position)
      return true
    }
    noteBadRecord(column, columnCount, firstExtra: firstExtra, end: position)
    offset = endOfLine(position)
    return false
  }

  private mutating func noteBadRecord(
    _ found: Int,
    _ expected: Int,
    firstExtra: Int,
    end: Int
  ) {
    if found < expected {
      facts.add(.tooFewFields(found: found, expected: expected), at: end)
    } else if found > expected {
      facts.add(.tooManyFields(found: found, expected: expected), at: firstExtra)
    } else {
      facts.add(.recordTooLong, at: offset)
    }
  }

  /// Reads the field at `position`, and moves to the delimiter or to the end of the record.
  @inline(__always)
  private mutating func readField(_ position: inout Int, base: Int) -> FieldSpan {
    if position < limit, bytes[position] == Byte.quote {
      return readQuotedField(&position, base: base)
    }
    let start = position
    position = endOfPlainText(start)
    return FieldSpan(start: start - base, length: position - start)
  }

  @inline(never)
  private mutating func readQuotedField(_ position: inout Int, base: Int) -> FieldSpan {
    let start = position + 1
    var hasDoubledQuotes = false
    var close = nextQuote(start)
    while close + 1 < limit, bytes[close + 1] == Byte.quote {
      hasDoubledQuotes = true
      close = nextQuote(close + 2)
    }
    if close == limit {
      facts.add(.unclosedQuote, at: position)
      position = limit
      return FieldSpan()
    }
    position = close + 1
    let afterQuote = position
    position = endOfPlainText(position)
    if position > afterQuote { facts.add(.textAfterQuote, at: afterQuote) }
    return FieldSpan(
      start: start - base,
      length: close - start,
      isQuoted: true,
      hasEscapes: hasDoubledQuotes
    )
  }

  /// The first delimiter or line end at or after `start`, or the end of the file.
  @inline(__always)
  private func endOfPlainText(_ start: Int) -> Int {
    var position = start
    while position + 8 <= limit {
      let word = ByteWord.load(bytes + position)
      let mask = ByteWord.zeros(in: word ^ delimiters) | ByteWord.bytes(below: 14, in: word)
      guard mask != 0 else {
        position += 8
        continue
      }
      position += ByteWord.firstIndex(mask)
      if endsField(bytes[position]) { return position }
      position += 1
    }
    while position < limit, !endsField(bytes[position]) { position += 1 }
    return position
  }

  @inline(__always)
  private func endsField(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == Byte.lineFeed || byte == Byte.carriageReturn
  }

  /// The first quote at or after `start`, or the end of the file.
  private func nextQuote(_ start: Int) -> Int {
    ByteWord.offset(of: Byte.quote, in: bytes, from: start, to: limit)
  }

  @inline(__always)
  private func skipDelimiter(_ position: inout Int) -> Bool {
    guard position < limit, bytes[position] == delimiter else { return false }
    position += 1
    return true
  }

  private mutating func skipBlankLine() -> Bool {
    let next = endOfLine(offset)
    guard offset < end, next > offset else { return false }
    offset = next
    return true
  }

  /// The offset after the line end at `position`, or `position` if there is none.
  @inline(__always)
  func endOfLine(_ position: Int) -> Int {
    guard position < limit else { return limit }
    if bytes[position] == Byte.lineFeed { return position + 1 }
    guard bytes[position] == Byte.carriageReturn else { return position }
    return position + 1 < limit && bytes[position + 1] == Byte.lineFeed
      ? position + 2 : position + 1
  }
}
