import Columns

/// The strings of a dictionary as cells of a column, written once for all rows.
final class FormattedStrings: @unchecked Sendable {
  /// The cell of each code, followed by the cell for nil.
  let places: [CellPlace]
  /// In texts for people, the display width of each.
  let widths: [Int]
  // Immutable after the initializer, so threads may share it.
  private let bytes: OutputBuffer

  /// Writes the cells of a column, each after `before`.
  init(_ dictionary: StringDictionary, _ style: CellStyle, before: RowPiece) {
    var bytes = OutputBuffer()
    var places: [CellPlace] = []
    var widths: [Int] = []
    places.reserveCapacity(dictionary.count + 1)
    let starts = dictionary.starts
    dictionary.withPaddedBytes { first, limit in
      for code in 0..<dictionary.count {
        let start = bytes.count
        let length = starts[code + 1] - starts[code]
        bytes.append(before)
        let text = FieldText(start: first + starts[code], count: length, limit: limit)
        switch style {
        case .json: bytes.appendJSON(text)
        case .delimited(let delimiter, _): bytes.appendDelimited(text, by: delimiter)
        case .text(let column): widths.append(bytes.append(text, column))
        }
        places.append(CellPlace(start: start, count: bytes.count - start))
      }
    }
    let start = bytes.count
    bytes.append(before)
    bytes.write(upTo: style.longestNil) { $0.putNil(style) }
    if case .text(let column) = style { widths.append(column.nullWidth) }
    places.append(CellPlace(start: start, count: bytes.count - start))
    self.places = places
    self.widths = widths
    self.bytes = bytes
  }

  /// The base address of the places, padded for ``TextCursor/copyPadded(_:_:)``.
  var start: UnsafePointer<UInt8> { bytes.start }
}

extension StringDictionary {
  /// Dictionaries with fewer bytes are copied for every batch.
  private static var fewBytes: Int { 1 << 13 }

  /// Calls `body` with the bytes of all strings and the end of the readable memory. Short
  /// dictionaries are copied with padding, since most of their strings would be near the end.
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
