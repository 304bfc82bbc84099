import Foundation
public import Model

/// Values from texts whose type is known.
public enum TextValue {
  /// The value of `text`, ignoring surrounding blanks; nil if it is not of `type`.
  ///
  /// This accepts more than type inference: `007` is an Int here, and `1` a Bool.
  public static func value(_ text: String, of type: ValueType) -> Value? {
    switch type {
    case .string: return .string(text)
    case .enumeration(let enumeration):
      return enumeration.cases.contains(text) ? .string(text) : nil
    case .data: return Data(base64Encoded: text).map(Value.data)
    default: break
    }
    var bytes = Array(text.trimmingCharacters(in: .whitespaces).utf8)
    return bytes.withUnsafeMutableBufferPointer { buffer in
      FieldText(UnsafeBufferPointer(buffer)).flatMap { value($0, of: type) }
    }
  }

  /// The value as unquoted CSV text; nil for nil.
  public static func text(of value: Value) -> String? {
    if value.isNull { return nil }
    var output = OutputBuffer()
    output.appendPlain(value)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  /// Whether the text is a JSON number.
  public static func isJSONNumber(_ text: String) -> Bool {
    var bytes = Array(text.utf8)
    guard bytes.first(where: { $0 != Byte.minus }) != Byte.point else { return false }
    return bytes.withUnsafeMutableBufferPointer { buffer in
      FieldText(UnsafeBufferPointer(buffer)).flatMap { DecimalParts($0) } != nil
    }
  }

  private static func value(_ text: FieldText, of type: ValueType) -> Value? {
    guard text.count > 0 else { return nil }
    switch type {
    case .int: return Int64(text.string).map(Value.int)
    case .double: return double(text.string).map(Value.double)
    case .decimal: return decimal(text.string).map(Value.decimal)
    case .bool:
      if text.count == 1, text[0] == UInt8(ascii: "0") || text[0] == UInt8(ascii: "1") {
        return .bool(text[0] == UInt8(ascii: "1"))
      }
      return BoolText.value(text).map { .bool($0 == 1) }
    case .date: return DateText.microseconds(text).map { .date(Timestamp(microseconds: $0)) }
    case .uuid: return UUID(uuidString: text.string).map(Value.uuid)
    default: return nil
    }
  }

  private static func double(_ text: String) -> Double? {
    switch text {
    case "inf", "+inf": return .infinity
    case "-inf": return -.infinity
    default:
      guard isNumber(text), let number = Double(text), number.isFinite else { return nil }
      return number
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    guard isNumber(text), Double(text) != nil,
      let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !number.isNaN
    else { return nil }
    // Foundation drops digits that do not fit.
    let mayHaveLost =
      text.utf8.count > fewDigits || text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    if mayHaveLost, let digits = PlainDigits(text), digits != PlainDigits(number.description) {
      return nil
    }
    return number
  }

  /// A Decimal can hold any number with this many digits.
  private static let fewDigits = 38

  /// Whether the text has only characters of decimal numbers.
  private static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
  }
}
