import Foundation
package import Model
import TableModels

/// Arrays as JSON. Numbers, strings and Bools are themselves; infinite numbers, Decimals, dates
/// (microseconds since 1970), UUIDs and data (base 64) are lossless strings or numbers.
package enum ListText {
  /// The elements of an array; nil if `text` is not an array of `type`.
  package static func elements(of text: String, _ type: ValueType) -> [Value]? {
    let data = Data(text.utf8)
    switch type {
    case .bool: return decode(Bool.self, data) { .bool($0) }
    case .int: return decode(Int64.self, data) { .int($0) }
    case .double: return decode(Double.self, data) { .double($0) }
    case .date: return decode(Int64.self, data) { .date(Timestamp(microseconds: $0)) }
    case .string: return decode(String.self, data) { .string($0) }
    case .enumeration(let enumeration):
      return decode(String.self, data) { text in
        enumeration.ordinal(of: text) == nil ? nil : .string(text)
      }
    case .decimal: return decode(String.self, data) { DecimalText.decimal($0).map(Value.decimal) }
    case .uuid: return decode(String.self, data) { UUID(uuidString: $0).map(Value.uuid) }
    case .data: return decode(String.self, data) { Data(base64Encoded: $0).map(Value.data) }
    default: return nil
    }
  }

  /// The strings in an array of strings.
  package static func texts(of text: String) -> [String] {
    let elements = decode(String.self, Data(text.utf8)) { .string($0) } ?? []
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The JSON of an array; nil for unsupported elements.
  package static func text(of elements: [Value]) -> String? {
    var parts: [String] = []
    for element in elements {
      guard let part = text(of: element) else { return nil }
      parts.append(part)
    }
    return "[" + parts.joined(separator: ",") + "]"
  }

  private static func text(of element: Value) -> String? {
    switch element {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let number): "\(number)"
    case .double(let number):
      number.isFinite
        ? "\(number)" : quoted(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    case .date(let moment): "\(moment.microseconds)"
    case .string(let text): quoted(text)
    case .decimal(let number): quoted(DecimalText.text(number))
    case .uuid(let uuid): quoted(uuid.uuidString)
    case .data(let data): quoted(data.base64EncodedString())
    default: nil
    }
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()

  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return decoder
  }()

  private static func quoted(_ text: String) -> String? {
    (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func decode<Element: Decodable>(
    _ type: Element.Type,
    _ data: Data,
    _ value: (Element) -> Value?
  ) -> [Value]? {
    guard let elements = try? decoder.decode([Element?].self, from: data) else { return nil }
    var values: [Value] = []
    for element in elements {
      guard let element else {
        values.append(.null)
        continue
      }
      guard let value = value(element) else { return nil }
      values.append(value)
    }
    return values
  }
}
