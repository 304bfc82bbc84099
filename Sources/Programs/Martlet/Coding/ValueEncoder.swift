import Foundation
package import Model

/// Encodes any `Encodable` as a value: structs as objects, arrays as lists.
///
/// Unlike most encoders, it keeps properties that are nil.
struct ValueEncoder: Encoder {
  /// A value that is being encoded.
  final class Slot {
    enum Content {
      case value(Value)
      case fields
      case elements
    }

    var content = Content.value(.null)
    private var fields: [(name: String, slot: Slot)] = []
    private(set) var elements: [Slot] = []

    /// The slot of a property. If a property is encoded twice, the last value is kept.
    func field(_ name: String) -> Slot {
      if let known = fields.first(where: { $0.name == name }) { return known.slot }
      let new = Slot()
      fields.append((name, new))
      return new
    }

    /// Adds the slot of a new element.
    func element() -> Slot {
      let new = Slot()
      elements.append(new)
      return new
    }

    var value: Value {
      switch content {
      case .value(let value): value
      case .fields: .object(fields.map { ObjectField($0.name, $0.slot.value) })
      case .elements: .list(elements.map(\.value))
      }
    }
  }

  let slot: Slot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ slot: Slot, _ path: [any CodingKey]) {
    self.slot = slot
    codingPath = path
  }

  static func value(of model: some Encodable) throws -> Value {
    let slot = Slot()
    try ValueEncoder(slot, []).encode(model)
    return slot.value
  }

  /// Encodes a plain value whole, and any other value member by member.
  func encode(_ content: some Encodable) throws {
    guard codingPath.count <= CodingDepth.most else {
      throw EncodingError.invalidValue(
        content,
        .init(codingPath: [], debugDescription: CodingDepth.excess)
      )
    }
    if let value = (content as? any ValueConvertible)?.martletValue {
      slot.content = .value(value)
    } else {
      try content.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.content = .fields
    return KeyedEncodingContainer(FieldsEncoder<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.content = .elements
    return ElementsEncoder(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { slot.content = .value(.null) }
}

extension Value {
  /// The value of any `Encodable`: an object for a struct, a list for an array.
  package static func encoding(_ model: some Encodable) throws -> Value {
    try ValueEncoder.value(of: model)
  }
}

/// Encodes the properties of a struct.
private struct FieldsEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: ValueEncoder.Slot
  let codingPath: [any CodingKey]

  private func encoder(_ key: any CodingKey) -> ValueEncoder {
    ValueEncoder(slot.field(key.stringValue), codingPath + [key])
  }

  func encodeNil(forKey key: Key) throws { try encoder(key).encodeNil() }

  func encode(_ value: some Encodable, forKey key: Key) throws { try encoder(key).encode(value) }

  private func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try encoder(key).encode(value) } else { try encoder(key).encodeNil() }
  }

  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }

  // Without these overloads, optional properties of these types are left out if they are nil.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  /// Inherited properties are members of the same record.
  func superEncoder() -> any Encoder { ValueEncoder(slot, codingPath) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

/// Encodes the elements of an array.
private struct ElementsEncoder: UnkeyedEncodingContainer {
  let slot: ValueEncoder.Slot
  let codingPath: [any CodingKey]

  var count: Int { slot.elements.count }

  private func next() -> ValueEncoder {
    ValueEncoder(slot.element(), codingPath + [ElementKey(count)])
  }

  func encodeNil() throws { try next().encodeNil() }

  func encode(_ value: some Encodable) throws { try next().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    next().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

  func superEncoder() -> any Encoder { next() }
}
