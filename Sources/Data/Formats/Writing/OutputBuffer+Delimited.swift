extension OutputBuffer {
  /// Appends a text as a field of CSV; the empty text as `""`.
  mutating func appendDelimited(_ text: String, by delimiter: UInt8) {
    var text = text
    text.withUTF8 { appendDelimited(FieldText($0), by: delimiter) }
  }

  /// Appends a text as a field of CSV: as it is, or in quotes with those inside doubled.
  @inline(__always)
  mutating func appendDelimited(_ text: FieldText?, by delimiter: UInt8) {
    guard let text else { return append("\"\"") }
    write(upTo: 2 * text.count + 2) { $0.put(text, delimitedBy: delimiter) }
  }
}
