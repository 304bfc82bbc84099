package import Foundation

/// A value of one of Foundation's basic classes, from a keyed archive.
package indirect enum StandardValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)
  case string(String)
  /// Seconds since 2001 UTC.
  case date(Double)
  case data(Data)
  case uuid(UUID)
  case list([StandardValue])
  case dictionary([StandardPair])
}

/// A key and its value in a dictionary.
package struct StandardPair: Hashable, Sendable {
  package let key: String
  package let value: StandardValue
}

extension ArchivedObject {
  /// The value, if it and everything in it has one of Foundation's basic classes; nil otherwise,
  /// and if it is nested too deeply or too large.
  package var standardValue: StandardValue? {
    var reader = StandardValueReader()
    return reader.value(of: self, depth: 0)
  }
}

/// Converts objects to values. An object may occur in many places and in itself, so depth and
/// number are limited.
private struct StandardValueReader {
  private static let maxLevels = 50
  private var valuesLeft = 100_000

  /// Whether one more value may be read.
  private mutating func takesValue() -> Bool {
    valuesLeft -= 1
    return valuesLeft > 0
  }

  mutating func value(of object: ArchivedObject, depth: Int) -> StandardValue? {
    guard takesValue(), depth < Self.maxLevels else { return nil }
    switch object.content {
    case .bool(let value): return .bool(value)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .date(let seconds): return .date(seconds)
    case .data(let data): return .data(data)
    case .string(let text): return .string(text)
    case .null, .reference, .array: return nil
    case .dictionary: break
    }
    if let elements = object.optionalElements { return list(elements, depth) }
    if let pairs = object.pairs { return dictionary(pairs, depth) }
    return scalar(object)
  }

  private mutating func list(_ elements: [ArchivedObject?], _ depth: Int) -> StandardValue? {
    var values: [StandardValue] = []
    for element in elements {
      guard let element else {
        // An empty list may occur in many places.
        guard takesValue() else { return nil }
        values.append(.null)
        continue
      }
      guard let value = value(of: element, depth: depth + 1) else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  private mutating func dictionary(
    _ pairs: [(key: ArchivedObject, value: ArchivedObject?)],
    _ depth: Int
  ) -> StandardValue? {
    var result: [StandardPair] = []
    for pair in pairs {
      guard let key = pair.key.string ?? pair.key.integer.map(String.init) else { return nil }
      guard let object = pair.value else {
        guard takesValue() else { return nil }
        result.append(StandardPair(key: key, value: .null))
        continue
      }
      guard let value = value(of: object, depth: depth + 1) else { return nil }
      result.append(StandardPair(key: key, value: value))
    }
    return .dictionary(result.sorted { $0.key < $1.key })
  }

  private func scalar(_ object: ArchivedObject) -> StandardValue? {
    switch object.className {
    case "NSString", "NSMutableString": return object.string.map(StandardValue.string)
    case "NSData", "NSMutableData": return object.data.map(StandardValue.data)
    case "NSNull": return .null
    case "NSDate": return object["NS.time"]?.double.map(StandardValue.date)
    case "NSUUID":
      guard let bytes = object["NS.uuidbytes"]?.data, bytes.count == 16 else { return nil }
      return .uuid(
        UUID(uuid: [UInt8](bytes).withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
      )
    case "NSURL":
      guard let text = object["NS.relative"]?.string, object["NS.base"] == nil else { return nil }
      return .string(text)
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return decimal(object)
    default: return nil
    }
  }

  private func decimal(_ object: ArchivedObject) -> StandardValue? {
    // The mantissa consists of 16-bit units, least significant first, in the archiver's byte order.
    guard let units = object["NS.mantissa"]?.data, units.count == 16,
      let exponent = object["NS.exponent"]?.integer, (-128...127).contains(exponent)
    else { return nil }
    let isLittle = object["NS.mantissa.bo"]?.integer != 2
    let bytes = [UInt8](units)
    var mantissa = Decimal(0)
    for place in stride(from: 14, through: 0, by: -2) {
      let (low, high) =
        isLittle ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
      mantissa = mantissa * 65_536 + Decimal(UInt16(high) << 8 | UInt16(low))
    }
    let isNegative = object["NS.negative"]?.bool ?? false
    let number = Decimal(
      sign: isNegative ? .minus : .plus,
      exponent: Int(exponent),
      significand: mantissa
    )
    return number.isNaN ? nil : .decimal(number)
  }
}
