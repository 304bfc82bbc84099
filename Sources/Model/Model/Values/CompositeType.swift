/// Nested fields that belong together: a struct, or the objects at one place of a JSON file.
public struct CompositeType: Hashable, Sendable {
  /// The struct's name; nil where nobody gave it one.
  public let name: String?
  /// The fields in declared order.
  public let fields: [CompositeField]
  /// How many single values it is made of, those of nested composites included.
  public let leafCount: Int
  /// How many composites lie one within the other, this one included.
  public let depth: Int

  /// Makes a composite.
  public init(name: String? = nil, fields: [CompositeField]) {
    self.name = name
    self.fields = fields
    leafCount = fields.reduce(0) { sum, field in
      let (count, overflow) = sum.addingReportingOverflow(field.type.leafCount)
      return overflow ? .max : count
    }
    depth = 1 + (fields.map(\.type.depth).max() ?? 0)
  }

  /// The field called exactly `name`.
  public func field(_ name: String) -> CompositeField? {
    fields.first { $0.name == name }
  }
}

/// One named part of a composite.
public struct CompositeField: Hashable, Sendable {
  /// The name by which a path reaches the part.
  public let name: String
  /// The part's type; a composite again for deeper nesting.
  public let type: ValueType
  /// Whether the part may be nil.
  public let isOptional: Bool

  /// Makes a part of a composite.
  public init(name: String, type: ValueType, isOptional: Bool) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }
}

extension ValueType {
  /// How many single values a value is made of.
  public var leafCount: Int {
    if case .composite(let type) = self { type.leafCount } else { 1 }
  }

  /// How many composites lie one within the other.
  fileprivate var depth: Int {
    if case .composite(let type) = self { type.depth } else { 0 }
  }
}
