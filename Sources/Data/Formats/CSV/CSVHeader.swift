import Storage

/// The names of a file's columns and where its records begin.
struct CSVHeader {
  let names: [String]
  /// The offset of the first record.
  let bodyStart: Int

  /// Reads the header that begins at `start`, or only counts the first record's fields where there
  /// is no header.
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
      bodyStart = start
      return
    }
    if !tokenizer.facts.isEmpty { throw .facts(tokenizer.facts) }
    if let fault = TextValidator.firstFault(in: bytes.start, recordStart..<tokenizer.offset) {
      throw .fact(fault.fact, at: fault.offset)
    }
    names = ColumnNames.completed(fields.map { $0.string(bytes.start + recordStart) })
    bodyStart = tokenizer.offset
  }
}

extension FieldSpan {
  /// The field's text, where `base` is the address that spans count from.
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
