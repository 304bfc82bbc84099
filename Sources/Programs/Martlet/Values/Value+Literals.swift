public import Model

// Literals stand for values, as in `["name": "Trip", "limit": 900, "owner": nil, "tags": ["sea"]]`.
// The conformances are here and not in Model, so that within the engine values are always spelt out.

extension Value: ExpressibleByNilLiteral {
  /// `nil`
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByBooleanLiteral {
  /// `true`
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  /// `900`
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  /// `320.5`
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByStringInterpolation {
  /// `"Trip"`
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByArrayLiteral {
  /// `["sea", "sun"]`
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// `["street": "Main Street 1", "city": "Oslo"]`: a struct, or a new record behind a relationship.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(elements.map { ObjectField($0, $1) })
  }
}
