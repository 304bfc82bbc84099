/// A bound expression: every name is resolved, every literal converted, every node typed.
///
/// The scalar evaluator in `Expressions` defines the meaning of each node.
public struct TypedExpression: Hashable, Sendable {
  /// The form of the node.
  public let kind: Kind
  /// The type of the node's value; any value may also be nil.
  public let type: ValueType

  /// Creates a node; the caller guarantees that the type is right.
  public init(_ kind: Kind, _ type: ValueType) {
    self.kind = kind
    self.type = type
  }

  /// The forms of an expression, each with an example.
  public indirect enum Kind: Hashable, Sendable {
    /// `42`, `"Oslo"`, `nil`
    case literal(Value)
    /// `name`, `budget.limit`, `address.geo.lat`
    case attribute(AttributePath, of: RecordExpression)
    /// `budget`, `self`: a reference as a value
    case record(RecordExpression)
    /// `address`: all leaves of a composite as one nested value
    case composite([CompositeLeaf], of: RecordExpression)
    /// `self` in an aggregate over an array: the element at scope level `level`
    case element(level: Int)
    /// `[1, x]`
    case list([TypedExpression])
    /// `"a" in tags`, `tags contains "a"`; false if the array is nil
    case arrayMembership(TypedExpression, in: TypedExpression)
    /// `sum(scores)`, `any(tags where self ~ "x")`: an aggregate over the elements of an array
    case arrayAggregate(ArrayAggregate)
    /// The position of a case in its enum, which orders the cases
    case ordinal(EnumerationType, TypedExpression)
    /// The case of an enum at a position
    case caseAt(EnumerationType, TypedExpression)
    /// `-x`
    case negate(TypedExpression)
    /// `a + b`; both sides and the result have one numeric type, or are dates and durations
    case arithmetic(ArithmeticOperator, TypedExpression, TypedExpression)
    /// `7 days`, `$n weeks`
    case duration(TypedExpression, TimeUnit)
    /// `a == b`, `a < b`
    case comparison(ComparisonOperator, TypedExpression, TypedExpression)
    /// `a ~ b`, `a contains[cd] b`
    case match(StringMatch, TypedExpression, TypedExpression)
    /// `x in [1, 2, nil]`
    case membership(TypedExpression, [TypedExpression])
    /// `budget in (Budget where limit > 100)`; false for nil
    case membershipInQuery(TypedExpression, RecordQuery)
    /// `x in 1...5`, `x between 1 and 5`
    case range(TypedExpression, from: TypedExpression, to: TypedExpression, isClosed: Bool)
    /// `x is nil`
    case isNull(TypedExpression)
    /// `not p`; true if p is nil
    case not(TypedExpression)
    /// `p and q`
    case and(TypedExpression, TypedExpression)
    /// `p or q`
    case or(TypedExpression, TypedExpression)
    /// `a ?? b`
    case coalesce(TypedExpression, TypedExpression)
    /// `if c then a else b`
    case conditional(TypedExpression, then: TypedExpression, otherwise: TypedExpression)
    /// `year(date)`, `lower(name)`
    case call(ScalarFunction, [TypedExpression])
    /// `sum(expenses.total)`: an aggregate over related records
    case aggregate(ToManyAggregate)
    /// `expenses { name, amount sort amount }`: an object, or a list of objects
    case shape(RecordShape)
    /// An Int converted to the Double or Decimal that an operation needs
    case widen(TypedExpression)
  }

  /// A literal node.
  public static func literal(_ value: Value, _ type: ValueType) -> TypedExpression {
    TypedExpression(.literal(value), type)
  }
}

/// Which record an attribute is read from.
public indirect enum RecordExpression: Hashable, Sendable {
  /// The record of a scope: level 0 is the fetched record, and each enclosing aggregate adds one.
  case scope(level: Int, entity: String)
  /// The related record of a to-one relationship; none if any step is nil.
  case toOne(RelationshipReference, of: RecordExpression)

  /// The record's entity.
  public var entity: String {
    switch self {
    case .scope(_, let entity): entity
    case .toOne(let relationship, _): relationship.destination
    }
  }

  /// The same record as one of `entity`.
  public func cast(to entity: String) -> RecordExpression {
    switch self {
    case .scope(let level, _): return .scope(level: level, entity: entity)
    case .toOne(var relationship, let base):
      relationship.destination = entity
      return .toOne(relationship, of: base)
    }
  }
}

/// A reference to a relationship: its entity, name and destination.
public struct RelationshipReference: Hashable, Sendable {
  /// The entity that owns the relationship.
  public let entity: String
  /// The relationship's name in that entity.
  public let name: String
  /// The entity of the related records.
  public internal(set) var destination: String
  /// Whether the relationship is to-many.
  public let isToMany: Bool

  /// Creates a reference.
  public init(entity: String, name: String, destination: String, isToMany: Bool) {
    self.entity = entity
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
  }
}

/// One leaf of a composite value, with its path inside the composite.
public struct CompositeLeaf: Hashable, Sendable {
  /// The field names below the composite; never empty.
  public let names: [String]
  /// The stored column.
  public let path: AttributePath
  /// The leaf's scalar type.
  public let type: ValueType

  /// Creates a leaf.
  public init(names: [String], path: AttributePath, type: ValueType) {
    self.names = names
    self.path = path
    self.type = type
  }
}
