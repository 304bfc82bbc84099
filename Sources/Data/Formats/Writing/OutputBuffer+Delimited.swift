extension OutputBuffer {
  /// Appends a string as a CSV field; the empty string is `""`.
  mutating func appendDelimited(_ text: String, by delimiter: UInt8) {
    var text = text
    text.withUTF8 { appendDelimited(FieldText($0), by: delimiter) }
  }

  /// Appends a string as a CSV field: unchanged, or quoted with inner quotes doubled.
  @inline(__always)
  mutating func appendDelimited(_ text: FieldText?, by delimiter: UInt8) {
    guard let text else { return append("\"\"") }
    write(upTo: 2 * text.count + 2) { $0.put(text, delimitedBy: delimiter) }
  }
}
