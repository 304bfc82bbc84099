public import Model

// Lets programs write `["name": "Trip", "limit": 900, "owner": nil, "tags": ["sea"]]`.
// The engine, which does not import this module, writes values explicitly.

extension Value: ExpressibleByNilLiteral {
  /// Creates a null value: `nil`.
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByBooleanLiteral {
  /// Creates a Bool: `true`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  /// Creates an Int: `900`.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  /// Creates a Double: `320.5`.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByStringInterpolation {
  /// Creates a String: `"Trip"`.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByArrayLiteral {
  /// Creates a list: `["sea", "sun"]`.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Creates a struct or a new related record: `["street": "Main Street 1", "city": "Oslo"]`.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(elements.map { ObjectField($0, $1) })
  }
}
