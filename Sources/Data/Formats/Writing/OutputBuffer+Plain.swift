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
}
