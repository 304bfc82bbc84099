/// A reference CSV reader: a state machine over single bytes.
struct ReferenceCSV {
  /// A field: nil for an empty one without quotes.
  typealias Field = [UInt8]?

  /// The records; nil if a quote is never closed or text follows a closing quote.
  static func records(_ bytes: [UInt8], delimiter: UInt8) -> [[Field]]? {
    var reader = ReferenceCSV(delimiter: delimiter)
    for byte in bytes {
      guard reader.take(byte) else { return nil }
    }
    return reader.finish()
  }

  /// The columns of a text without a header; nil if it is malformed or ragged.
  static func columns(_ bytes: [UInt8], delimiter: UInt8) -> [[Field]]? {
    guard let all = records(bytes, delimiter: delimiter) else { return nil }
    guard let count = all.first(where: { !isBlank($0) })?.count else { return nil }
    let kept = count == 1 ? all : all.filter { !isBlank($0) }
    guard kept.allSatisfy({ $0.count == count }) else { return nil }
    // In a single column `""` is nil.
    return (0..<count).map { column in kept.map { count == 1 && $0[0] == [] ? nil : $0[column] } }
  }

  private enum State { case fieldStart, plain, quoted, afterQuote }

  private let delimiter: UInt8
  private var state = State.fieldStart
  private var isAfterReturn = false
  private var field: [UInt8] = []
  private var record: [Field] = []
  private var records: [[Field]] = []

  private init(delimiter: UInt8) {
    self.delimiter = delimiter
  }

  private static func isBlank(_ record: [Field]) -> Bool {
    record.count == 1 && record[0] == nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    let isSecondOfPair = isAfterReturn && byte == 10
    isAfterReturn = false
    if isSecondOfPair { return true }
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .afterQuote
    case (.quoted, _): field.append(byte)
    case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
    case (.afterQuote, UInt8(ascii: "\"")):
      field.append(byte)
      state = .quoted
    case (_, delimiter): endField()
    case (_, 10), (_, 13):
      endRecord()
      isAfterReturn = byte == 13
    case (.afterQuote, _): return false
    default:
      field.append(byte)
      state = .plain
    }
    return true
  }

  private mutating func endField() {
    record.append(state == .fieldStart ? nil : field)
    field = []
    state = .fieldStart
  }

  private mutating func endRecord() {
    endField()
    records.append(record)
    record = []
  }

  private mutating func finish() -> [[Field]]? {
    if state == .quoted { return nil }
    if state != .fieldStart || !record.isEmpty { endRecord() }
    return records
  }
}
