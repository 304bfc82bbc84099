import Foundation

/// Encodes nil, Bools, Ints, strings and lists as they are, and all other values as a field named
/// like their type, so that each value is decoded unchanged.
extension Value: Codable {
  private enum Tag: String, CodingKey, CaseIterable {
    case double
    case decimal
    case date
    case months
    case microseconds
    case uuid
    case data
    case object
    case record
  }

  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    if let plain = try Self.plain(decoder) {
      self = plain
    } else {
      self = try Self.tagged(decoder)
    }
  }

  private static func plain(_ decoder: any Decoder) throws -> Value? {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int64.self) { return .int(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if (try? decoder.unkeyedContainer()) != nil {
      return .list(try container.decode([Value].self))
    }
    return nil
  }

  private static func tagged(_ decoder: any Decoder) throws -> Value {
    let container = try decoder.container(keyedBy: Tag.self)
    guard let tag = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a value has no type")
      )
    }
    func read<Read: Decodable>(_ type: Read.Type) throws -> Read {
      try container.decode(type, forKey: tag)
    }
    func number<Number>(_ parse: (String) -> Number?) throws -> Number {
      let text = try read(String.self)
      if let number = parse(text) { return number }
      throw DecodingError.dataCorruptedError(
        forKey: tag,
        in: container,
        debugDescription: "\(text.debugDescription) is not a number"
      )
    }
    switch tag {
    case .double: return .double(try number { Double($0) })
    case .decimal:
      return .decimal(
        try number { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
      )
    case .date: return .date(Timestamp(microseconds: try read(Int64.self)))
    case .months, .microseconds:
      let months = try container.decodeIfPresent(Int64.self, forKey: .months) ?? 0
      let rest = try container.decodeIfPresent(Int64.self, forKey: .microseconds) ?? 0
      return .duration(TimeSpan(months: months, microseconds: rest))
    case .uuid: return .uuid(try read(UUID.self))
    case .data: return .data(try read(Data.self))
    case .object: return .object(try read([ObjectField].self))
    case .record: return .record(try read(RecordID.self))
    }
  }

  /// Encodes the value so that it is decoded unchanged; numbers that text formats cannot represent
  /// exactly are strings.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null, .bool, .int, .string, .list: try encodePlain(encoder)
    default: try encodeTagged(encoder)
    }
  }

  private func encodePlain(_ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    default: try container.encodeNil()
    }
  }

  private func encodeTagged(_ encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Tag.self)
    switch self {
    case .double(let number): try container.encode(number.description, forKey: .double)
    case .decimal(let number): try container.encode(number.description, forKey: .decimal)
    case .date(let moment): try container.encode(moment.microseconds, forKey: .date)
    case .duration(let span):
      try container.encode(span.months, forKey: .months)
      try container.encode(span.microseconds, forKey: .microseconds)
    case .uuid(let uuid): try container.encode(uuid, forKey: .uuid)
    case .data(let data): try container.encode(data, forKey: .data)
    case .object(let fields): try container.encode(fields, forKey: .object)
    case .record(let id): try container.encode(id, forKey: .record)
    case .null, .bool, .int, .string, .list: break
    }
  }
}
