#if SwiftData
  import Foundation
  import Martlet
  import Model

  protocol OptionalValue {
    static var wrapped: Any.Type { get }
    static var none: Any { get }
    static func some(_ value: Any) -> Any?
    var content: Any? { get }
  }

  extension Optional: OptionalValue {
    static var wrapped: Any.Type { Wrapped.self }
    static var none: Any { nil as Wrapped? as Any }
    static func some(_ value: Any) -> Any? { (value as? Wrapped).map { Optional($0) as Any } }
    var content: Any? { self }
  }

  protocol ArrayValue {
    static var element: Any.Type { get }
    var elements: [Any] { get }
  }

  extension Array: ArrayValue {
    static var element: Any.Type { Element.self }
    var elements: [Any] { self }
  }

  /// A Swift type that a store supports directly.
  protocol StoredValue {
    static var storedType: String { get }
    static func restored(_ value: Value) -> Self?
    static var empty: Self { get }
    var stored: Value { get }
  }

  extension StoredValue where Self: ValueConvertible {
    var stored: Value { martletValue }
    static func restored(_ value: Value) -> Self? { value.as(Self.self) }
  }

  extension Bool: StoredValue {
    static var storedType: String { "Bool" }
    static var empty: Bool { false }
  }
  extension String: StoredValue {
    static var storedType: String { "String" }
    static var empty: String { "" }
    static func restored(_ value: Value) -> String? {
      if case .string(let text) = value { text } else { nil }
    }
  }
  extension Double: StoredValue {
    static var storedType: String { "Double" }
    static var empty: Double { 0 }
  }
  extension Float: StoredValue {
    static var storedType: String { "Double" }
    static var empty: Float { 0 }
  }
  extension CGFloat: StoredValue {
    static var storedType: String { "Double" }
    static var empty: CGFloat { 0 }
    var stored: Value { .double(Double(self)) }
    static func restored(_ value: Value) -> CGFloat? { value.as(Double.self).map { CGFloat($0) } }
  }
  extension Decimal: StoredValue {
    static var storedType: String { "Decimal" }
    static var empty: Decimal { 0 }
  }
  extension Date: StoredValue {
    static var storedType: String { "Date" }
    static var empty: Date { Date(timeIntervalSinceReferenceDate: 0) }
  }
  extension UUID: StoredValue {
    static var storedType: String { "UUID" }
    static var empty: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  }
  extension Data: StoredValue {
    static var storedType: String { "Data" }
    static var empty: Data { Data() }
  }
  extension URL: StoredValue {
    static var storedType: String { "String" }
    static var empty: URL { URL(fileURLWithPath: "/") }
  }
  protocol StoredInteger: StoredValue, FixedWidthInteger, ValueConvertible {}

  extension StoredInteger {
    static var storedType: String { "Int" }
    static var empty: Self { 0 }
    static func restored(_ value: Value) -> Self? {
      if case .int(let number) = value { Self(exactly: number) } else { nil }
    }
  }
  extension Int: StoredInteger {}
  extension Int8: StoredInteger {}
  extension Int16: StoredInteger {}
  extension Int32: StoredInteger {}
  extension Int64: StoredInteger {}
  extension UInt: StoredInteger {}
  extension UInt8: StoredInteger {}
  extension UInt16: StoredInteger {}
  extension UInt32: StoredInteger {}
  extension UInt64: StoredInteger {}

  /// Converts values of an attribute to values of a store and back.
  struct ValueCoding {
    /// The type in the store, without `?`.
    let storedType: String
    let isOptional: Bool
    /// Whether the store keeps the value as JSON, so that conditions cannot look into it.
    let isEncoded: Bool
    /// The fields of a struct that the store keeps one by one.
    var composite: StructFields?
    /// Why values of the type cannot be saved.
    private(set) var failure: SwiftDataError?
    /// The value of a property that has none.
    let empty: () -> Any?
    /// The value of a raw type for raw values that it does not know; nil for other types.
    private(set) var unknown: (() -> Any?)?
    private let encode: (Any) throws -> Value
    private let decode: (Value) -> Any?

    init(_ type: Any.Type, isOptional: Bool) {
      if let type = type as? any StoredValue.Type {
        self.init(plain: type, isOptional)
      } else if let type = type as? any RawRepresentable.Type,
        let coding = ValueCoding(raw: type, isOptional)
      {
        self = coding
      } else if let element = (type as? any ArrayValue.Type)?.element as? any StoredValue.Type {
        self.init(list: element, isOptional)
      } else if let type = type as? any Codable.Type {
        let composite = type is AnyClass ? nil : StructFields(type)
        // A struct without values would look like a missing one.
        if let composite, !(isOptional && composite.isOptional) {
          self.init(composite: composite, type, isOptional)
        } else {
          self.init(codable: type, isOptional)
        }
      } else {
        let name = String(describing: type)
        self.init(
          "String",
          isOptional,
          isEncoded: true,
          empty: { nil },
          encode: { _ in throw SwiftDataError.unsupportedType(name) },
          decode: { _ in nil }
        )
        failure = SwiftDataError.unsupportedType(name)
      }
    }

    private init(
      _ storedType: String,
      _ isOptional: Bool,
      isEncoded: Bool = false,
      empty: @escaping () -> Any?,
      encode: @escaping (Any) throws -> Value,
      decode: @escaping (Value) -> Any?
    ) {
      self.storedType = storedType
      self.isOptional = isOptional
      self.isEncoded = isEncoded
      self.empty = empty
      self.encode = encode
      self.decode = decode
    }

    private init<Plain: StoredValue>(plain: Plain.Type, _ isOptional: Bool) {
      self.init(
        Plain.storedType,
        isOptional,
        empty: { Plain.empty },
        encode: { ($0 as? Plain)?.stored ?? .null },
        decode: { isOptional ? Plain.restored($0).map { Optional($0) as Any } : Plain.restored($0) }
      )
    }

    private init?<Raw: RawRepresentable>(raw: Raw.Type, _ isOptional: Bool) {
      guard let plain = Raw.RawValue.self as? any StoredValue.Type else { return nil }
      self.init(
        plain.storedType,
        isOptional,
        empty: { (Raw.self as? any CaseIterable.Type)?.firstCase },
        encode: { (($0 as? Raw)?.rawValue as? any StoredValue)?.stored ?? .null },
        decode: { value in
          guard let content = plain.restored(value) as? Raw.RawValue,
            let raw = Raw(rawValue: content)
          else { return nil }
          return isOptional ? Optional(raw) as Any : raw
        }
      )
      unknown = {
        let simple: Raw? = (plain.empty as? Raw.RawValue).flatMap { Raw(rawValue: $0) }
        let value: Raw? = simple ?? ValueCoding.firstCase(of: Raw.self)
        return value
      }
    }

    /// The first case of an enum that does not list its cases, or nil for other types.
    private static func firstCase<Raw>(of type: Raw.Type) -> Raw? {
      // An enum this small has no references, and zeros are its first case.
      guard MemoryLayout<Raw>.size <= MemoryLayout<UInt16>.size else { return nil }
      let value = withUnsafeBytes(of: UInt64(0)) { $0.load(as: type) }
      return Mirror(reflecting: value).displayStyle == .enum ? value : nil
    }

    /// Whether a stored value may have no Swift value, so that the property needs a default.
    var needsDefault: Bool {
      guard !isOptional, let unknown else { return false }
      return empty() == nil && unknown() == nil
    }

    private init<Element: StoredValue>(list: Element.Type, _ isOptional: Bool) {
      self.init(
        "[\(Element.storedType)]",
        isOptional,
        empty: { [Element]() },
        encode: { .list(($0 as? [Element])?.map(\.stored) ?? []) },
        decode: { value in
          guard case .list(let values) = value else { return nil }
          let elements = values.compactMap(Element.restored)
          return isOptional ? Optional(elements) as Any : elements
        }
      )
    }

    private init<Coded: Codable>(
      composite: StructFields,
      _ type: Coded.Type,
      _ isOptional: Bool
    ) {
      self.init(
        composite.name,
        isOptional,
        empty: { composite.sample },
        encode: { try ($0 as? Coded).map { try composite.value($0) } ?? .null },
        decode: { value in
          guard let coded = composite.decoded(type, value) else { return nil }
          return isOptional ? Optional(coded) as Any : coded
        }
      )
      self.composite = composite
    }

    private init<Coded: Codable>(codable: Coded.Type, _ isOptional: Bool) {
      self.init(
        "String",
        isOptional,
        isEncoded: true,
        empty: {
          for text in ["[[]]", "[{}]", "[\"\"]", "[0]", "[false]"] {
            let decoded = try? JSONDecoder().decode([Coded].self, from: Data(text.utf8))
            if let value = decoded?.first { return value }
          }
          return nil
        },
        encode: { value in
          guard let value = value as? Coded else { return .null }
          let encoder = JSONEncoder()
          encoder.outputFormatting = .sortedKeys
          // A fragment cannot be at the top in older decoders.
          return .string(String(decoding: try encoder.encode([value]), as: UTF8.self))
        },
        decode: { value in
          guard case .string(let text) = value,
            let coded = try? JSONDecoder().decode([Coded].self, from: Data(text.utf8)).first
          else { return nil }
          return isOptional ? Optional(coded) as Any : coded
        }
      )
    }

    func stored(_ value: Any) throws -> Value {
      guard isOptional, let optional = value as? any OptionalValue else { return try encode(value) }
      return try optional.content.map { try encode($0) } ?? .null
    }

    /// The Swift value, or nil if the stored value does not fit.
    func restored(_ value: Value) -> Any? { decode(value) }
  }

  extension CaseIterable {
    fileprivate static var firstCase: Any? { allCases.first }
  }
#endif
