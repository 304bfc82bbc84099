import Storage

/// The column names of a file and the start of its records.
struct CSVHeader {
  let names: [String]
  /// The offset of the first record.
  let bodyStart: Int
  /// Whether the first column holds row names, for which the header has no name.
  let hasRowNames: Bool

  /// How many records are checked for row names.
  private static let sampleRecords = 1_000

  /// Reads the header at `start`. Without a header, only counts the fields of the first record.
  init(
    _ bytes: FileBytes,
    start: Int,
    delimiter: UInt8,
    hasHeader: Bool
  ) throws(ReadingFailure) {
    var tokenizer = CSVTokenizer(bytes, start..<bytes.count, delimiter: delimiter)
    tokenizer.skipBlankLines()
    let recordStart = tokenizer.offset
    guard let fields = tokenizer.nextRecord() else { throw .fact(.empty, at: nil) }
    guard hasHeader else {
      names = ColumnNames.completed(fields.map { _ in "" })
      (bodyStart, hasRowNames) = (start, false)
      return
    }
    if !tokenizer.facts.isEmpty { throw .facts(tokenizer.facts) }
    if let fault = TextValidator.firstFault(in: bytes.start, recordStart..<tokenizer.offset) {
      throw .fact(fault.fact, at: fault.offset)
    }
    let names = fields.map { $0.string(bytes.start + recordStart) }
    bodyStart = tokenizer.offset
    hasRowNames = Self.hasRowNames(tokenizer, names.count)
    if hasRowNames {
      let completed = ColumnNames.completed(names + ["rowName"])
      self.names = completed.suffix(1) + completed.dropLast()
    } else {
      self.names = ColumnNames.completed(names)
    }
  }

  /// Whether every record has exactly one field more than the header, as R writes tables.
  private static func hasRowNames(_ tokenizer: CSVTokenizer, _ nameCount: Int) -> Bool {
    var tokenizer = tokenizer
    var count = 0
    while count < sampleRecords, let record = tokenizer.nextRecord() {
      guard record.count == nameCount + 1 else { return false }
      count += 1
    }
    return count > 0 && tokenizer.facts.isEmpty
  }
}

extension FieldSpan {
  /// The field's string; spans are relative to `base`.
  func string(_ base: UnsafePointer<UInt8>) -> String {
    let text = UnsafeBufferPointer(start: base + Int(start), count: length)
    guard hasEscapes else { return String(decoding: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    appendUndoubled(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `text` with one quote for every two.
  func appendUndoubled(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var index = 0
    while index < text.count {
      bytes.append(text[index])
      index += text[index] == Byte.quote ? 2 : 1
    }
  }
}
