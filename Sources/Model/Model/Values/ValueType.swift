/// The type of an attribute or an expression, not including whether nil is allowed.
public indirect enum ValueType: Hashable, Sendable {
  case bool
  case int
  case double
  case decimal
  case string
  case date
  case uuid
  case data
  /// A span of time, exact or in calendar months; only in expressions, never stored.
  case duration
  /// The type of the literal `nil`, which can be combined with any other type.
  case null
  /// One of an enum's cases; the value is the case's name.
  case enumeration(EnumerationType)
  /// Nested fields, stored as one column for each leaf: `address.geo.lat`.
  case composite(CompositeType)
  /// A reference to a record of the named entity.
  case record(entity: String)
  /// The related records of a to-many relationship.
  case toMany(entity: String)
  /// An array of scalars or enum cases; an empty list literal has elements of type nil.
  case list(ValueType)

  /// The scalar types that an attribute can be declared with, by their names in the language.
  public static let scalarsByName: [(name: String, type: ValueType)] = [
    ("Bool", .bool), ("Int", .int), ("Double", .double), ("Decimal", .decimal),
    ("String", .string), ("Date", .date), ("UUID", .uuid), ("Data", .data),
  ]

  /// Whether arithmetic applies: Int, Double and Decimal.
  public var isNumeric: Bool {
    switch self {
    case .int, .double, .decimal: true
    default: false
    }
  }
}

extension ValueType: CustomStringConvertible {
  /// The name as written in a model: `Int`, `[String]`, `Budget`.
  public var description: String {
    switch self {
    case .duration: "Duration"
    case .null: "nil"
    case .enumeration(let type): type.name
    case .composite(let type):
      type.name
        ?? "{ " + type.fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ") + " }"
    case .record(let entity): entity
    case .toMany(let entity): "[\(entity)]"
    case .list(let element): "[\(element)]"
    default: Self.scalarsByName.first { $0.type == self }?.name ?? "?"
    }
  }
}
