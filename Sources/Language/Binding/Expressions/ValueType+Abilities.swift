import Model

/// The operations that types support.
extension ValueType {
  /// The enum of values or of array elements.
  var enumeration: EnumerationType? {
    switch self {
    case .enumeration(let type): type
    case .list(let element): element.enumeration
    default: nil
    }
  }

  /// The type of an array's elements.
  var element: ValueType? {
    if case .list(let element) = self { element } else { nil }
  }

  /// Whether it is a single stored value.
  var isScalar: Bool {
    switch self {
    case .bool, .int, .double, .decimal, .string, .date, .uuid, .data, .enumeration: true
    case .duration, .null, .composite, .record, .toMany, .list: false
    }
  }

  /// Whether string operators and functions apply; enum cases count as their names.
  var isText: Bool {
    switch self {
    case .string, .null, .enumeration: true
    default: false
    }
  }

  /// Whether `<` applies, and `sort`, `min` and `max`.
  var isOrdered: Bool {
    switch self {
    case .int, .double, .decimal, .string, .date, .uuid, .duration, .null, .enumeration: true
    case .bool, .data, .composite, .record, .toMany, .list: false
    }
  }

  /// Whether `==` applies.
  var isEquatable: Bool {
    switch self {
    case .toMany: false
    default: true
    }
  }
}
