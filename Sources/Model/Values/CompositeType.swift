/// Nested fields that belong together: a struct, or the objects at one place of a JSON file.
public struct CompositeType: Hashable, Sendable {
  /// The struct's name; nil where nobody gave it one.
  public let name: String?
  /// The fields in declared order.
  public let fields: [CompositeField]

  /// Makes a composite.
  public init(name: String? = nil, fields: [CompositeField]) {
    self.name = name
    self.fields = fields
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
