/// A JSON value.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The member of an object; null if there is none.
  public subscript(name: String) -> JSON {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// The text of a string; nil for other values.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number; nil for other values.
  public var int: Int? { if case .int(let number) = self { number } else { nil } }

  /// True or false; nil for other values.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array; nil for other values.
  public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members of an object; nil for other values.
  public var object: [String: JSON]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The object with more members, or other values of those it has.
  public func with(_ more: [String: JSON]) -> JSON {
    .object((object ?? [:]).merging(more) { $1 })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }
  /// A number.
  public init(integerLiteral number: Int) { self = .int(number) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object; of members with one name the last counts.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(Dictionary(members) { $1 })
  }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
}

// MARK: - Writing

extension JSON {
  /// The value on one line, with the members of objects in the order of their names.
  public var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let number): String(number)
    case .double(let number): number.isFinite ? number.description : "null"
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes += [hexDigit(byte >> 4), hexDigit(byte & 15)]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
