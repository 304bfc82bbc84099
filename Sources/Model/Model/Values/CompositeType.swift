/// A group of nested fields: a struct, or the objects at one place of a JSON file.
public struct CompositeType: Hashable, Sendable {
  /// The struct's name; nil for JSON objects.
  public let name: String?
  /// The fields in declared order.
  public let fields: [CompositeField]
  /// The number of scalar values, including those of nested composites.
  public let leafCount: Int
  /// The number of nesting levels, including this one.
  public let depth: Int

  /// Creates a composite.
  public init(name: String? = nil, fields: [CompositeField]) {
    self.name = name
    self.fields = fields
    leafCount = fields.reduce(0) { sum, field in
      let (count, overflow) = sum.addingReportingOverflow(field.type.leafCount)
      return overflow ? .max : count
    }
    depth = 1 + (fields.map(\.type.depth).max() ?? 0)
  }

  /// The field named exactly `name`.
  public func field(_ name: String) -> CompositeField? {
    fields.first { $0.name == name }
  }
}

/// A field of a composite.
public struct CompositeField: Hashable, Sendable {
  /// The field's name.
  public let name: String
  /// The field's type; may be another composite.
  public let type: ValueType
  /// Whether the field may be nil.
  public let isOptional: Bool
  /// Whether values are a database's texts for another type.
  public let isOpaque: Bool

  /// Creates a field.
  public init(name: String, type: ValueType, isOptional: Bool, isOpaque: Bool = false) {
    self.isOpaque = isOpaque
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }
}

extension ValueType {
  /// The number of scalar values.
  public var leafCount: Int {
    if case .composite(let type) = self { type.leafCount } else { 1 }
  }

  /// The number of nested composites.
  fileprivate var depth: Int {
    if case .composite(let type) = self { type.depth } else { 0 }
  }
}
