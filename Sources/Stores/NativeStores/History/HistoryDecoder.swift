import Foundation
import Model
import Storage
import TableModels

/// Reads what ``HistoryEncoder`` wrote. All functions return nil for anything else.
struct HistoryDecoder {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The values of a changed record.
  mutating func values(of action: RecordChange.Action) -> [RecordChange.ValueChange]? {
    var values: [RecordChange.ValueChange] = []
    guard take("{") else { return nil }
    if !take("}") {
      repeat {
        guard let property = text(), take(":"), let (old, new) = pair(action) else { return nil }
        let path = AttributePath(escaped: property)
        values.append(RecordChange.ValueChange(property: path, old: old, new: new))
      } while take(",")
      guard take("}") else { return nil }
    }
    return isAtEnd ? values : nil
  }

  private mutating func pair(_ action: RecordChange.Action) -> (old: Value, new: Value)? {
    switch action {
    case .inserted: return value().map { (.null, $0) }
    case .deleted: return value().map { ($0, .null) }
    case .updated:
      guard take("["), let old = value(), take(","), let new = value(), take("]") else {
        return nil
      }
      return (old, new)
    }
  }

  /// The added and removed related records.
  mutating func links() -> [RecordChange.LinkChange]? {
    var links: [RecordChange.LinkChange] = []
    guard take("[") else { return nil }
    if !take("]") {
      repeat {
        guard take("["), let word = text(), take(","), let relationship = text(), take(","),
          let member = text().flatMap({ RecordID(literal: $0) }), take("]"),
          word == HistoryEncoder.LinkWord.added || word == HistoryEncoder.LinkWord.removed
        else { return nil }
        let isAdded = word == HistoryEncoder.LinkWord.added
        links.append(
          RecordChange.LinkChange(relationship: relationship, member: member, isAdded: isAdded)
        )
      } while take(",")
      guard take("]") else { return nil }
    }
    return isAtEnd ? links : nil
  }

  // MARK: Values

  private mutating func value() -> Value? {
    guard let byte = peek() else { return nil }
    guard byte == UInt8(ascii: "[") else { return element() }
    position += 1
    var elements: [Value] = []
    if take("]") { return .list([]) }
    repeat {
      guard let element = element() else { return nil }
      elements.append(element)
    } while take(",")
    return take("]") ? .list(elements) : nil
  }

  /// A value other than an array.
  private mutating func element() -> Value? {
    switch peek() {
    case UInt8(ascii: "\""): text().map(Value.string)
    case UInt8(ascii: "{"): tagged()
    case UInt8(ascii: "n"): word("null", .null)
    case UInt8(ascii: "t"): word("true", .bool(true))
    case UInt8(ascii: "f"): word("false", .bool(false))
    default: number()
    }
  }

  private mutating func tagged() -> Value? {
    guard take("{"), let tag = text().flatMap(HistoryEncoder.Tag.init), take(":"),
      let inner = peek() == UInt8(ascii: "\"") ? text().map(Value.string) : number(), take("}")
    else { return nil }
    switch (tag, inner) {
    case (.date, .int(let microseconds)): return .date(Timestamp(microseconds: microseconds))
    case (.double, .string(let text)): return Double(text).map(Value.double)
    case (.decimal, .string(let text)): return DecimalText.decimal(text).map(Value.decimal)
    case (.uuid, .string(let text)): return UUID(uuidString: text).map(Value.uuid)
    case (.data, .string(let text)): return Data(base64Encoded: text).map(Value.data)
    case (.record, .string(let text)): return RecordID(literal: text).map(Value.record)
    default: return nil
    }
  }

  private mutating func word(_ word: StaticString, _ value: Value) -> Value? {
    let count = word.utf8CodeUnitCount
    let rest = bytes[position...].prefix(count)
    guard rest.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count)) else {
      return nil
    }
    position += count
    return value
  }

  private mutating func number() -> Value? {
    let start = position
    var isInt = true
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isInt = false
      default: return Self.number(bytes[start..<position], isInt)
      }
      position += 1
    }
    return Self.number(bytes[start..<position], isInt)
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>, _ isInt: Bool) -> Value? {
    let text = String(decoding: digits, as: UTF8.self)
    return isInt ? Int64(text).map(Value.int) : Double(text).map(Value.double)
  }

  // MARK: Strings

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    var decoded: [UInt8] = []
    var start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        if decoded.isEmpty { return String(decoding: bytes[start..<position], as: UTF8.self) }
        return String(decoding: decoded + bytes[start..<position], as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded += bytes[start..<position]
        position += 1
        guard let scalar = escape() else { return nil }
        decoded += Array(String(scalar).utf8)
        start = position
      default: position += 1
      }
    }
    return nil
  }

  /// The scalar of an escape sequence after the backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"):
      let digits = bytes[position...].prefix(4)
      position += digits.count
      // Scalars beyond 16 bits are not escaped.
      return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  // MARK: Bytes

  private mutating func peek() -> UInt8? {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek(), UInt32(byte) == character.value else { return false }
    position += 1
    return true
  }

  private var isAtEnd: Bool { position == bytes.count }
}
