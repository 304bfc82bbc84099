import Foundation
import Model

extension OutputBuffer {
  /// Appends the plain text of a value, without quotes or escapes; nothing for nil.
  mutating func appendPlain(_ value: Value) {
    switch value {
    case .null: break
    case .bool(let value): append(value ? "true" : "false")
    case .int(let number): append(number)
    case .double(let number): appendPlain(number)
    case .decimal(let number): append(number.description)
    case .string(let text): append(text)
    case .date(let moment): append(moment)
    case .duration(let span): append(span)
    case .uuid(let uuid): append(uuid.uuidString)
    case .data(let data): append(data.base64EncodedString())
    case .record(let id): append(id.description)
    case .list, .object: appendJSON(value)
    }
  }

  /// Appends a Double, infinities as `inf` and `-inf`.
  @inline(__always)
  mutating func appendPlain(_ number: Double) {
    write(upTo: TextCursor.longestNumber) { $0.putPlain(number) }
  }

  /// Appends a value as a CSV field.
  mutating func appendDelimited(_ value: Value, by delimiter: UInt8) {
    switch value {
    case .null: break
    case .string(let text): appendDelimited(text, by: delimiter)
    // Unquoted it would read as nil.
    case .data(let data) where data.isEmpty: append("\"\"")
    case .bool, .int, .double, .decimal, .date, .duration, .uuid, .data:
      // None of these texts needs quotes.
      appendPlain(value)
    case .record, .list, .object:
      var plain = OutputBuffer()
      plain.appendPlain(value)
      let bytes = plain.bytes
      bytes.withUnsafeBufferPointer { appendDelimited(FieldText($0), by: delimiter) }
    }
  }

  @inline(__always)
  mutating func append(_ number: Int64) {
    write(upTo: TextCursor.longestNumber) { $0.put(number) }
  }

  /// Appends the shortest text for a finite number that reads back as the same number. It always
  /// has a point or an exponent.
  mutating func append(_ number: Double) {
    write(upTo: TextCursor.longestNumber) { $0.put(number) }
  }

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
