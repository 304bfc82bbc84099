/// Finds the fields of records that are objects of scalars with known keys, block by block.
///
/// Anything else becomes a fact. `JSONRecordParser` then reads the whole file and reports real
/// problems.
struct JSONTokenizer: RecordTokenizer {
  private let template: JSONRecordTemplate
  /// The end of the stripe: between records, or after a comma.
  private let end: Int
  /// Whether the stripe's last record ends an array.
  private let endsArray: Bool
  private var cursor: JSONCursor
  /// For each column the last record with its key, counted from 1.
  private var lastRecords: [Int]
  private var recordCount = 0
  private var facts = FactList()
  private(set) var isAtEnd: Bool

  /// `range` is a stripe of `bytes`, which must outlive the tokenizer.
  init(_ bytes: FileBytes, _ range: Range<Int>, _ template: JSONRecordTemplate) {
    self.template = template
    end = range.upperBound
    endsArray = template.isArray && range.upperBound == bytes.count
    cursor = JSONCursor(bytes, at: range.lowerBound)
    lastRecords = Array(repeating: 0, count: template.names.count)
    isAtEnd = range.isEmpty
  }

  var offset: Int { cursor.position }

  mutating func takeFacts() -> FactList {
    defer { facts = FactList() }
    return facts
  }

  mutating func fill(_ block: inout FieldBlock) {
    block.base = offset
    block.rowCount = 0
    do throws(ReadingFailure) {
      try fillRecords(&block)
    } catch {
      facts.add(.invalid("no plain records"), at: offset)
      isAtEnd = true
    }
  }

  private mutating func fillRecords(_ block: inout FieldBlock) throws(ReadingFailure) {
    let (capacity, columnCount) = (block.capacity, block.columnCount)
    let base = block.base
    try block.spans.withUnsafeMutableBufferPointer { spans throws(ReadingFailure) in
      guard let first = spans.baseAddress else { return }
      while block.rowCount < capacity, !isAtEnd, offset - base < FieldBlock.byteLimit {
        guard try nextRecord() else { break }
        let start = cursor.position
        let row = first + block.rowCount * columnCount
        if !template.match(&cursor, row, base: base) {
          cursor = cursor.moved(to: start)
          try readRecord(row, base: base)
        }
        guard cursor.position - start < FieldSpan.longest else { throw cursor.unexpected("less") }
        block.rowCount += 1
        try finishRecord()
      }
    }
  }

  /// Moves to the next record. Returns false if there is none.
  private mutating func nextRecord() throws(ReadingFailure) -> Bool {
    guard cursor.peek() != nil, cursor.position < end else {
      isAtEnd = true
      if cursor.position < end || endsArray { throw cursor.unexpected("]") }
      return false
    }
    return true
  }

  /// Skips the separator after a record.
  private mutating func finishRecord() throws(ReadingFailure) {
    if template.isArray {
      guard cursor.position < end else { throw cursor.unexpected("the end of the record") }
      if cursor.skip(Byte.comma) {
        _ = cursor.peek()
        if cursor.position >= end { isAtEnd = true }
        guard isAtEnd, endsArray || cursor.position == cursor.end else { return }
      }
      try cursor.expect(UInt8(ascii: "]"), "]")
      guard endsArray, cursor.peek() == nil else { throw cursor.unexpected("the end") }
      isAtEnd = true
    } else if cursor.position > end {
      throw cursor.unexpected("the end of the record")
    }
  }

  /// Reads a record that differs from the first one.
  private mutating func readRecord(
    _ row: UnsafeMutablePointer<FieldSpan>,
    base: Int
  ) throws(ReadingFailure) {
    recordCount += 1
    for column in template.names.indices { row[column] = FieldSpan() }
    try cursor.expect(UInt8(ascii: "{"), "{")
    if cursor.skip(UInt8(ascii: "}")) { return }
    var next = 0
    repeat {
      guard cursor.peek() == Byte.quote else { throw cursor.unexpected("a key") }
      let key = try cursor.string().text
      guard let column = template.column(of: key, near: next),
        lastRecords[column] != recordCount
      else { throw cursor.unexpected("another key") }
      lastRecords[column] = recordCount
      next = column + 1
      try cursor.expect(Byte.colon, "a colon")
      row[column] = try value(base: base)
    } while cursor.skip(Byte.comma)
    try cursor.expect(UInt8(ascii: "}"), "}")
  }

  private mutating func value(base: Int) throws(ReadingFailure) -> FieldSpan {
    switch try cursor.valueStart() {
    case .string: return try cursor.stringSpan(base: base)
    case .number: return FieldSpan(try cursor.number(), cursor, base: base)
    case .bool: return FieldSpan(try cursor.bool(), cursor, base: base)
    case .null:
      try cursor.skipWord("null")
      return FieldSpan()
    case .object, .array: throw cursor.unexpected("a scalar")
    }
  }
}

extension JSONCursor {
  /// The string whose opening quote is next.
  @inline(__always)
  mutating func stringSpan(base: Int) throws(ReadingFailure) -> FieldSpan {
    let token = try string()
    return FieldSpan(
      start: token.offset - base,
      length: token.text.count,
      isQuoted: true,
      hasEscapes: token.hasEscapes
    )
  }
}

extension FieldSpan {
  fileprivate init(_ text: FieldText, _ cursor: JSONCursor, base: Int) {
    self.init(start: text.start - cursor.start - base, length: text.count)
  }
}
