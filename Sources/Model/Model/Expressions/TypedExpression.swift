/// A bound expression: every name resolved, every literal adapted, every node typed.
///
/// The scalar evaluator in `Expressions` defines what each node means.
public struct TypedExpression: Hashable, Sendable {
  /// What the node does.
  public let kind: Kind
  /// The type of the node's value; any value may also be nil.
  public let type: ValueType

  /// Makes a node; the caller answers for the type.
  public init(_ kind: Kind, _ type: ValueType) {
    self.kind = kind
    self.type = type
  }

  /// The forms of an expression, each with the text it stands for.
  public indirect enum Kind: Hashable, Sendable {
    /// `42`, `"Oslo"`, `nil`
    case literal(Value)
    /// `name`, `budget.limit`, `address.geo.lat`
    case attribute(AttributePath, of: RecordExpression)
    /// `budget`, `self`: a reference as a value
    case record(RecordExpression)
    /// `address`: all leaves of a composite as one nested value
    case composite([CompositeLeaf], of: RecordExpression)
    /// `self` where an array is reduced: the element at scope level `level`
    case element(level: Int)
    /// `[1, x]`
    case list([TypedExpression])
    /// `"a" in tags`, `tags contains "a"`; in no array there is nothing, not even nil
    case arrayMembership(TypedExpression, in: TypedExpression)
    /// `sum(scores)`, `any(tags where self ~ "x")`: reduces the elements of an array
    case arrayAggregate(ArrayAggregate)
    /// The place of a case among those of its enum, by which cases are ordered
    case ordinal(EnumerationType, TypedExpression)
    /// The case of an enum that stands in a place
    case caseAt(EnumerationType, TypedExpression)
    /// `-x`
    case negate(TypedExpression)
    /// `a + b`; both sides and the result are of one numeric type, or dates and durations
    case arithmetic(ArithmeticOperator, TypedExpression, TypedExpression)
    /// `7 days`, `$n weeks`
    case duration(TypedExpression, TimeUnit)
    /// `a == b`, `a < b`
    case comparison(ComparisonOperator, TypedExpression, TypedExpression)
    /// `a ~ b`, `a contains[cd] b`
    case match(StringMatch, TypedExpression, TypedExpression)
    /// `x in [1, 2, nil]`
    case membership(TypedExpression, [TypedExpression])
    /// `budget in (Budget where limit > 100)`; nil is in no query
    case membershipInQuery(TypedExpression, RecordQuery)
    /// `x in 1...5`, `x between 1 and 5`
    case range(TypedExpression, from: TypedExpression, to: TypedExpression, isClosed: Bool)
    /// `x is nil`
    case isNull(TypedExpression)
    /// `not p`; of a nil p true
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
    /// `sum(expenses.total)`: reduces the records behind a to-many path, per record
    case aggregate(ToManyAggregate)
    /// `expenses { name, amount sort amount }`: an object, or a list of objects
    case shape(RecordShape)
    /// An Int where a Double or a Decimal is needed: the number, widened
    case widen(TypedExpression)
  }

  /// A literal node.
  public static func literal(_ value: Value, _ type: ValueType) -> TypedExpression {
    TypedExpression(.literal(value), type)
  }
}

/// Which record an attribute is read from.
public indirect enum RecordExpression: Hashable, Sendable {
  /// The record of a scope: level 0 is the fetched record, each enclosing aggregate adds one.
  case scope(level: Int, entity: String)
  /// The record behind a to-one relationship; no record if any step is nil.
  case toOne(RelationshipReference, of: RecordExpression)

  /// The name of the entity that the record belongs to.
  public var entity: String {
    switch self {
    case .scope(_, let entity): entity
    case .toOne(let relationship, _): relationship.destination
    }
  }

  /// The same record read as one of `entity`.
  public func cast(to entity: String) -> RecordExpression {
    switch self {
    case .scope(let level, _): .scope(level: level, entity: entity)
    case .toOne(let relationship, let base):
      .toOne(
        RelationshipReference(
          entity: relationship.entity,
          name: relationship.name,
          destination: entity,
          isToMany: relationship.isToMany
        ),
        of: base
      )
    }
  }
}

/// A relationship named from outside: entity, name and where it leads.
public struct RelationshipReference: Hashable, Sendable {
  /// The entity that owns the relationship.
  public let entity: String
  /// The relationship's name in that entity.
  public let name: String
  /// The entity at the other end.
  public let destination: String
  /// Whether any number of records may stand at the other end.
  public let isToMany: Bool

  /// Names a relationship.
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

  /// Makes a leaf.
  public init(names: [String], path: AttributePath, type: ValueType) {
    self.names = names
    self.path = path
    self.type = type
  }
}
