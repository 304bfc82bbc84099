import Foundation
import Model

extension OutputBuffer {
  /// Appends a JSON string; quotes, backslashes and control characters are escaped.
  mutating func appendJSON(_ text: String) {
    var text = text
    text.withUTF8 { appendJSON(FieldText($0)) }
  }

  /// Does the same with bytes; nil is the empty string.
  @inline(__always)
  mutating func appendJSON(_ text: FieldText?) {
    guard let text else { return append("\"\"") }
    write(upTo: 6 * text.count + 2) { $0.put(json: text) }
  }

  /// Appends any value as JSON, including nested values.
  mutating func appendJSON(_ value: Value) {
    switch value {
    case .null: append("null")
    case .list(let elements): appendArray(elements)
    case .object(let fields): appendObject(fields)
    case .string(let text): appendJSON(text)
    case .double(let number): if number.isFinite { append(number) } else { append("null") }
    case .decimal(let number): append(number.isFinite ? number.description : "null")
    case .bool, .int: appendPlain(value)
    case .date, .duration, .uuid, .data, .record:
      append(Byte.quote)
      appendPlain(value)
      append(Byte.quote)
    }
  }

  private mutating func appendArray(_ elements: [Value]) {
    append("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { append(Byte.comma) }
      appendJSON(element)
    }
    append("]")
  }

  private mutating func appendObject(_ fields: [ObjectField]) {
    append("{")
    for (index, field) in fields.enumerated() {
      if index > 0 { append(Byte.comma) }
      appendJSON(field.name)
      append(Byte.colon)
      appendJSON(field.value)
    }
    append("}")
  }
}
