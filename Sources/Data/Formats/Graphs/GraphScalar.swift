import Columns
import Foundation
import Model

/// Scalar values as written in a graph.
enum GraphScalar {
  /// The next value, which is not null, an array or an object; nil if it is not of `type`.
  static func value(
    _ cursor: inout JSONCursor,
    _ type: ValueType
  ) throws(ReadingFailure) -> Value? {
    switch try cursor.valueStart() {
    case .bool:
      guard case .bool = type else { return nil }
      return .bool(try cursor.bool()[0] == UInt8(ascii: "t"))
    case .number: return number(try cursor.number(), type)
    case .string: return text(try cursor.text(), type)
    case .null, .array, .object: return nil
    }
  }

  private static func number(_ text: FieldText, _ type: ValueType) -> Value? {
    switch type {
    case .int: NumberText.int(text).map(Value.int)
    case .double: NumberText.double(text).map(Value.double)
    case .decimal: decimal(text.string).map(Value.decimal)
    case .date: NumberText.int(text).map { .date(Timestamp(microseconds: $0)) }
    default: nil
    }
  }

  private static func text(_ text: String, _ type: ValueType) -> Value? {
    switch type {
    case .string: return .string(text)
    case .enumeration(let cases): return cases.ordinal(of: text) == nil ? nil : .string(text)
    case .double:
      return text == "inf" ? .double(.infinity) : text == "-inf" ? .double(-.infinity) : nil
    case .decimal: return decimal(text).map(Value.decimal)
    case .data: return Data(base64Encoded: text).map(Value.data)
    case .uuid: return field(text, UUIDText.number).map { .uuid(UUID($0)) }
    case .date:
      return field(text, DateText.microseconds).map { .date(Timestamp(microseconds: $0)) }
    default: return nil
    }
  }

  private static func field<Result>(
    _ text: String,
    _ read: (FieldText) -> Result?
  ) -> Result? {
    var text = text
    return text.withUTF8 { FieldText($0).flatMap(read) }
  }

  /// The number in a string; nil if it is not a number or has more digits than a Decimal can hold.
  static func decimal(_ text: String) -> Decimal? {
    guard let digits = PlainDigits(text),
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !value.isNaN,
      PlainDigits(value.description) == digits
    else { return nil }
    return value
  }

  /// Whether a Decimal that was read from a string has all of its digits.
  static func hasAllDigits(_ value: Decimal, of text: String) -> Bool {
    PlainDigits(text).map { PlainDigits(value.description) == $0 } ?? true
  }
}

/// The digits of a number without surrounding zeros: `-12.50` and `-125e-1` are equal.
private struct PlainDigits: Equatable {
  private var isNegative = false
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0

  init?(_ text: String) {
    var rest = Substring(text).utf8
    if rest.first == Byte.minus {
      isNegative = true
      rest = rest.dropFirst()
    }
    var hasDigits = false
    var isFraction = false
    while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if byte == Byte.point, !isFraction, hasDigits {
        isFraction = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        hasDigits = true
        if isFraction { exponent -= 1 }
        if byte != Byte.zero || !digits.isEmpty { digits.append(byte) }
      } else {
        return nil
      }
    }
    guard hasDigits else { return nil }
    if !rest.isEmpty {
      guard let power = Int(Substring(rest.dropFirst())), power.magnitude < 1_000_000 else {
        return nil
      }
      exponent += power
    }
    while digits.last == Byte.zero {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }
}
