#if SwiftData
  import Foundation
  import Martlet
  import Model

  /// A `Codable` struct whose properties are fields of the record.
  final class StructFields: @unchecked Sendable {
    let type: any Codable.Type
    let fields: [Field]
    /// A value whose fields are empty.
    let sample: Any

    struct Field {
      let name: String
      let coding: ValueCoding
      let type: any Any.Type
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }

    /// The name of the struct in the store.
    var name: String { String(describing: type) }

    /// The name with those of the types around it.
    var longName: String {
      String(reflecting: type).split(separator: ".").dropFirst().joined(separator: "_")
    }

    var isOptional: Bool { fields.allSatisfy(\.coding.isOptional) }

    func field(named name: Substring) -> Field? { fields.first { $0.name == name } }

    /// The composites of the fields, and their composites, innermost first.
    var nested: [StructFields] {
      fields.compactMap(\.coding.composite).flatMap { $0.nested + [$0] }
    }

    /// The fields of a type, or nil if it is not a struct of values that a store can keep.
    ///
    /// They are found by decoding an object without values, and encoding it again.
    init?<Coded: Codable>(_ type: Coded.Type) {
      let probe = FieldProbe()
      guard let sample = try? Coded(from: FieldDecoder(.probe(probe))), !probe.isRefused,
        !probe.fields.isEmpty,
        case .object(let written)? = try? Value.encoding(sample),
        written.map(\.name).sorted() == probe.fields.map(\.name).sorted(),
        written.allSatisfy({ field in
          probe.fields.contains { $0.name == field.name && $0.coding.fits(field.value) }
        })
      else { return nil }
      self.type = type
      self.sample = sample
      fields = probe.fields
    }

    func value<Coded: Codable>(_ value: Coded) throws -> Value {
      try Value.encoding(value)
    }

    func decoded<Coded: Codable>(_ type: Coded.Type, _ value: Value) -> Coded? {
      var values: [String: Value] = [:]
      if case .object(let fields) = value {
        for field in fields { values[field.name] = field.value }
      } else if !value.isNull {
        return nil
      }
      return try? Coded(from: FieldDecoder(.values(values, self)))
    }
  }

  extension ValueCoding {
    /// Whether a sample value has the type of the field.
    fileprivate func fits(_ value: Value) -> Bool {
      switch value {
      case .null: isOptional
      case .object: composite != nil
      case .list: storedType.hasPrefix("[")
      case .record, .duration: false
      default: composite == nil && !storedType.hasPrefix("[")
      }
    }
  }

#endif
