/// Why a text is not JSON.
public struct JSONFault: Error, Sendable, Hashable {
  /// The reason.
  public let reason: String
  /// The offset of the byte.
  public let offset: Int
}

extension JSON {
  /// Reads a JSON text in UTF-8, at most 128 levels deep.
  public init(_ bytes: [UInt8]) throws(JSONFault) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONFault(reason: "not UTF-8", offset: 0)
    }
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

/// Reads JSON (RFC 8259) from bytes that are UTF-8.
private struct JSONParser {
  let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  /// Deeper values are refused, so that recursion is safe.
  private static let maximumDepth = 128

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONFault) -> JSON {
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw fault("text after the value") }
    return value
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(reason: reason, offset: offset) }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  /// Whether the next character is `character`, which is then skipped.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func value() throws(JSONFault) -> JSON {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONFault) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONFault) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw fault("the text ends too early")
    default: return try number()
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONFault) -> JSON
  ) throws(JSONFault) -> JSON {
    depth += 1
    guard depth <= Self.maximumDepth else { throw fault("more than \(Self.maximumDepth) levels") }
    offset += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(JSONFault) -> JSON {
    var elements: [JSON] = []
    if take("]") { return .array(elements) }
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw fault("expected , or ]") }
    return .array(elements)
  }

  private mutating func object() throws(JSONFault) -> JSON {
    var members: [String: JSON] = [:]
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw fault("expected a name") }
      let name = try string()
      guard take(":") else { throw fault("expected :") }
      members[name] = try value()
    } while take(",")
    guard take("}") else { throw fault("expected , or }") }
    return .object(members)
  }

  private mutating func word(_ text: String, _ value: JSON) throws(JSONFault) -> JSON {
    guard bytes[offset...].starts(with: text.utf8) else { throw fault("unknown word") }
    offset += text.utf8.count
    return value
  }

  private mutating func number() throws(JSONFault) -> JSON {
    let start = offset
    while let byte, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    let digits = text.drop { $0 == "-" }
    let isValid =
      digits.first?.isNumber == true && text.last?.isNumber == true && !text.contains(".e")
      && !text.contains(".E")
      && !(digits.count > 1 && digits.first == "0"
        && digits.dropFirst().first?.isNumber == true)
    if isValid, let number = Int(text) { return .int(number) }
    guard isValid, let number = Double(text), number.isFinite else {
      offset = start
      throw fault("invalid value")
    }
    return .double(number)
  }

  private mutating func string() throws(JSONFault) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        offset += 1
        try escape(&text)
      case 0..<0x20: throw fault("control character in a string")
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw fault("unclosed string")
  }

  private mutating func escape(_ text: inout [UInt8]) throws(JSONFault) {
    guard let byte else { throw fault("unclosed string") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var units = [try unit()]
      let isPair = UTF16.isLeadSurrogate(units[0]) && bytes[offset...].starts(with: "\\u".utf8)
      if isPair {
        let second = offset
        offset += 2
        let next = try unit()
        // A surrogate without its other half becomes U+FFFD.
        if UTF16.isTrailSurrogate(next) { units.append(next) } else { offset = second }
      }
      text += String(decoding: units, as: UTF16.self).utf8
    default: throw fault("unknown escape")
    }
  }

  private mutating func unit() throws(JSONFault) -> UInt16 {
    let digits = bytes[offset..<min(offset + 4, bytes.count)]
    guard digits.count == 4,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("expected four hexadecimal digits") }
    offset += 4
    return unit
  }
}
