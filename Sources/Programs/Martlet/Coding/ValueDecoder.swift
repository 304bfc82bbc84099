import Context
import Foundation
import Model

/// Decodes any `Decodable` from a value or a record.
struct ValueDecoder: Decoder {
  enum Source {
    case value(Value)
    case record(RecordSnapshot)

    /// The value, or the identity of the record.
    var value: Value {
      switch self {
      case .value(let value): value
      case .record(let record): .record(record.id)
      }
    }
  }

  let source: Source
  let loader: RecordLoader
  let codingPath: [any CodingKey]
  /// The relationship that references the record.
  let origin: RecordLoader.Origin?
  /// The enclosing records, to detect records that contain themselves.
  let around: [RecordID]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(
    _ source: Source,
    loader: RecordLoader,
    path: [any CodingKey] = [],
    origin: RecordLoader.Origin? = nil,
    around: [RecordID] = []
  ) {
    self.source = source
    self.loader = loader
    codingPath = path
    self.origin = origin
    self.around = around
  }

  func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
    if let plain = PlainValue(source.value).read(type) as? Model { return plain }
    if type == RecordSnapshot.self, let record = try record() as? Model { return record }
    if PlainValue.isPlain(type) { throw mismatch(type) }
    guard codingPath.count <= CodingDepth.most else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: CodingDepth.excess)
      )
    }
    return try Model(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if case .value(.object(let fields)) = source {
      return KeyedDecodingContainer(FieldsDecoder<Key>(self, fields, record: nil))
    }
    guard let record = try record() else { throw mismatch([String: Value].self) }
    return KeyedDecodingContainer(FieldsDecoder<Key>(self, record.values, record: record))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = source.value else { throw mismatch([Value].self) }
    return ElementsDecoder(self, elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// The record to decode, or nil if there is none.
  private func record() throws -> RecordSnapshot? {
    if case .record(let record) = source { return record }
    guard case .record(let id) = source.value else { return nil }
    guard !around.contains(id) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: "\(id) contains itself; use a RecordID here"
        )
      )
    }
    return try loader.record(id, from: origin)
  }

  func mismatch(_ type: (some Any).Type) -> DecodingError {
    let text = "expected \(type), found \(PlainValue(source.value).description)"
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: text)
    return source.value.isNull
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { source.value.isNull }
}

/// Decodes the properties of a struct.
private struct FieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  private let values: [String: Value]
  private let record: RecordSnapshot?

  init(_ decoder: ValueDecoder, _ fields: [ObjectField], record: RecordSnapshot?) {
    self.decoder = decoder
    self.record = record
    values = Dictionary(
      fields.map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    var names = Set(values.keys)
    if let record {
      decoder.loader.useAll()
      if let whole = try? decoder.loader.whole(record) { names.formUnion(whole.values.map(\.name)) }
      names.insert("id")
    }
    return names.sorted().compactMap(Key.init(stringValue:))
  }

  func contains(_ key: Key) -> Bool { (try? value(key.stringValue)) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key.stringValue)?.isNull ?? true }

  /// The value of a property or column, which is read now if it was not read with the others.
  private func value(_ name: String) throws -> Value? {
    guard let record else { return values[name] }
    if decoder.around.isEmpty { decoder.loader.use(name) }
    if let value = values[name] { return value }
    if let value = try decoder.loader.missingValue(name, of: record) { return value }
    if name == "id" { return .record(record.id) }
    return Value?.none
  }

  func decode<Field: Decodable>(_ type: Field.Type, forKey key: Key) throws -> Field {
    try inner(key).decode(type)
  }

  private func inner(_ key: any CodingKey) throws -> ValueDecoder {
    let name = key.stringValue
    guard let value = try value(name) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: (record.map(\.entity) ?? "the row") + " has no `\(name)`"
        )
      )
    }
    return ValueDecoder(
      .value(value),
      loader: decoder.loader,
      path: codingPath + [key],
      origin: record.map { .init(entity: $0.entity, property: name) },
      around: decoder.around + (record.map { [$0.id] } ?? [])
    )
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  /// Inherited properties are members of the same record.
  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }
}

/// Decodes the elements of an array.
private struct ElementsDecoder: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let elements: [Value]
  private(set) var currentIndex = 0

  init(_ decoder: ValueDecoder, _ elements: [Value]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "there are no more elements")
      )
    }
    defer { currentIndex += 1 }
    return ValueDecoder(
      .value(elements[currentIndex]),
      loader: decoder.loader,
      path: codingPath + [ElementKey(currentIndex)],
      origin: decoder.origin,
      around: decoder.around
    )
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Element: Decodable>(_ type: Element.Type) throws -> Element {
    try next().decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}
