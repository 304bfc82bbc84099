import Columns

/// The texts of a dictionary as cells of a column, written once for all rows that have them.
final class WrittenTexts: @unchecked Sendable {
  /// The cell of each code, and behind them that of nil.
  let places: [CellPlace]
  // Nothing changes after the initializer, so that threads may share it.
  private let bytes: OutputBuffer

  /// The cells of a column before each of which stands `before`.
  init(_ dictionary: StringDictionary, _ style: CellStyle, before: RowPiece) {
    var bytes = OutputBuffer()
    var places: [CellPlace] = []
    places.reserveCapacity(dictionary.count + 1)
    let starts = dictionary.starts
    dictionary.withPaddedBytes { first, limit in
      for code in 0..<dictionary.count {
        let start = bytes.count
        let length = starts[code + 1] - starts[code]
        bytes.append(before)
        bytes.append(FieldText(start: first + starts[code], count: length, limit: limit), style)
        places.append(CellPlace(start: start, count: bytes.count - start))
      }
    }
    let start = bytes.count
    bytes.append(before)
    bytes.write(upTo: TextCursor.longestNil) { $0.putNil(style) }
    places.append(CellPlace(start: start, count: bytes.count - start))
    self.places = places
    self.bytes = bytes
  }

  /// What the places count from; padded as ``TextCursor/copyPadded(_:_:)`` needs it.
  var start: UnsafePointer<UInt8> { bytes.start }
}

extension OutputBuffer {
  /// Appends a text as a cell.
  fileprivate mutating func append(_ text: FieldText, _ style: CellStyle) {
    switch style {
    case .json: appendJSON(text)
    case .sql: write(upTo: style.longestText(text.count)) { $0.put(sql: text) }
    case .delimited(let delimiter): appendDelimited(text, by: delimiter)
    }
  }
}

extension StringDictionary {
  /// Fewer bytes are copied for every batch of rows.
  private static var fewBytes: Int { 1 << 13 }

  /// Calls `body` with the bytes of all texts and the end of what can be read there: as most rows of a
  /// short dictionary would be at its end, that is a copy with something behind it.
  @inline(__always)
  func withPaddedBytes(
    _ body: (_ bytes: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>) -> Void
  ) {
    let used = bytes.count < Self.fewBytes ? bytes + Array(repeating: 0, count: 16) : bytes
    used.withUnsafeBufferPointer { buffer in
      if let first = buffer.baseAddress { body(first, first + buffer.count) }
    }
  }
}
