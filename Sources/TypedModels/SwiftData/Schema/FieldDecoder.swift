#if SwiftData
  import Foundation
  import Model

  /// Collects the fields that a type decodes.
  final class FieldProbe {
    var fields: [StructFields.Field] = []
    var isRefused = false

    func add(_ name: String, _ type: any Any.Type, isOptional: Bool) -> Any? {
      let coding = ValueCoding(type, isOptional: isOptional)
      guard !coding.isEncoded, !fields.contains(where: { $0.name == name }) else {
        isRefused = true
        return nil
      }
      let whole = isOptional ? Self.optional(type) : type
      fields.append(StructFields.Field(name: name, coding: coding, type: whole))
      return coding.empty()
    }

    private static func optional<Wrapped>(_ type: Wrapped.Type) -> any Any.Type {
      Wrapped?.self
    }
  }

  /// Decodes a struct from its fields.
  struct FieldDecoder: Decoder {
    enum Source {
      case probe(FieldProbe)
      case values([String: Value], StructFields)
    }

    let source: Source
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ source: Source) {
      self.source = source
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(FieldContainer<Key>(source: source))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw refusal() }

    private func refusal() -> DecodingError { source.refusal() }
  }

  extension FieldDecoder.Source {
    /// The type is decoded in another way.
    fileprivate func refusal() -> DecodingError {
      if case .probe(let probe) = self { probe.isRefused = true }
      return .dataCorrupted(.init(codingPath: [], debugDescription: "not a struct of fields"))
    }
  }

  private struct FieldContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: FieldDecoder.Source
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      switch source {
      case .probe(let probe):
        probe.isRefused = true
        return []
      case .values(let values, _): return values.keys.compactMap(Key.init(stringValue:))
      }
    }

    func contains(_ key: Key) -> Bool {
      switch source {
      case .probe(let probe):
        // A type that calls `contains` decides itself what to decode.
        probe.isRefused = true
        return false
      case .values(let values, _): return !(values[key.stringValue]?.isNull ?? true)
      }
    }

    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
      switch source {
      case .probe(let probe):
        if let value = probe.add(key.stringValue, type, isOptional: false) as? Content {
          return value
        }
      case .values(let values, let composite):
        let value = values[key.stringValue] ?? .null
        if let coding = composite.field(named: key.stringValue[...])?.coding,
          let content = coding.restored(value) as? Content
        {
          return content
        }
      }
      throw source.refusal()
    }

    // Each type has its own overload. The default implementations ask `contains`.
    private func optional<Content: Decodable>(
      _ type: Content.Type,
      _ key: Key
    ) throws -> Content? {
      if case .probe(let probe) = source {
        _ = probe.add(key.stringValue, type, isOptional: true)
        return nil
      }
      guard contains(key) else { return nil }
      return try decode(type, forKey: key)
    }

    func decodeIfPresent<Content: Decodable>(
      _ type: Content.Type,
      forKey key: Key
    ) throws -> Content? { try optional(type, key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
      try optional(type, key)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
      try optional(type, key)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw source.refusal() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw source.refusal()
    }

    func superDecoder() throws -> any Decoder { throw source.refusal() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw source.refusal() }
  }
#endif
