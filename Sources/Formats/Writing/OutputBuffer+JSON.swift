import Foundation
import Model

extension OutputBuffer {
  /// Appends a text as a JSON string.
  mutating func appendJSON(_ text: String) {
    var text = text
    text.withUTF8 { appendJSON($0) }
  }

  /// Appends a text as a JSON string: quotes, backslashes and control characters are escaped.
  @inline(__always)
  mutating func appendJSON(_ text: UnsafeBufferPointer<UInt8>) {
    append(Byte.quote)
    if Self.needsEscapes(text) {
      for byte in text { appendEscaped(byte) }
    } else {
      append(text)
    }
    append(Byte.quote)
  }

  /// Appends any value as JSON, nested ones too.
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

  private mutating func appendEscaped(_ byte: UInt8) {
    if byte >= Byte.space {
      if byte == Byte.quote || byte == Byte.backslash { append(Byte.backslash) }
      append(byte)
    } else if let letter = Self.shortEscapes[byte] {
      append(Byte.backslash)
      append(letter)
    } else {
      append("\\u00")
      append(byte < 16 ? "0" : "1")
      append(UInt8(ascii: byte & 15 < 10 ? "0" : "W") + byte & 15)
    }
  }

  private static let shortEscapes: [UInt8: UInt8] = [
    8: UInt8(ascii: "b"), 9: UInt8(ascii: "t"), 10: UInt8(ascii: "n"), 12: UInt8(ascii: "f"),
    13: UInt8(ascii: "r"),
  ]

  @inline(__always)
  private static func needsEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    var mask: UInt64 = 0
    var offset = 0
    while offset + 8 <= text.count {
      let word = ByteWord.load(start + offset)
      mask |=
        ByteWord.zeros(in: word ^ ByteWord.repeating(Byte.quote))
        | ByteWord.zeros(in: word ^ ByteWord.repeating(Byte.backslash))
        | ByteWord.bytes(below: Byte.space, in: word)
      offset += 8
    }
    var tail = false
    while offset < text.count {
      let byte = text[offset]
      tail = tail || byte < Byte.space || byte == Byte.quote || byte == Byte.backslash
      offset += 1
    }
    return mask != 0 || tail
  }
}
