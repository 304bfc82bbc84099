import Expressions
public import Model

/// Groups of records. Each becomes a row of keys and aggregates.
///
/// Later parts of the query treat these rows as records of the entity ``entity``, which only exists
/// while the query runs. They read the rows with ``key(_:_:)`` and ``aggregate(_:_:)``.
public struct Grouping: Hashable, Sendable {
  /// The name of the entity of groups, which no model can have.
  public static let entity = "@groups"
  /// The row of a group as a record.
  public static let row = RecordExpression.scope(level: 0, entity: entity)

  /// The expressions that are equal within a group; empty for a single group of all records.
  public let keys: [TypedExpression]
  /// The aggregates to compute for each group.
  public let aggregates: [GroupAggregate]

  /// Whether there are also rows for the groups of each prefix of the keys, down to none. The other
  /// keys are nil in them, and ``isTotal(_:)`` is true.
  public let hasTotals: Bool

  /// Creates a grouping.
  public init(keys: [TypedExpression], aggregates: [GroupAggregate], hasTotals: Bool = false) {
    self.keys = keys
    self.aggregates = aggregates
    self.hasTotals = hasTotals
  }

  /// The grouping by the first `count` keys, without totals.
  public func prefix(_ count: Int) -> Grouping {
    Grouping(keys: Array(keys.prefix(count)), aggregates: aggregates)
  }

  /// The expressions over the grouped records.
  public var parts: [TypedExpression] {
    keys + aggregates.flatMap { [$0.filter, $0.element].compactMap { $0 } }
  }

  /// The name of the attribute for key `index`.
  public static func keyName(_ index: Int) -> String { "@key\(index)" }

  /// The name of the attribute that marks totals of key `index`.
  public static func totalName(_ index: Int) -> String { "@total\(index)" }

  /// An expression that is true for the rows of totals of key `index`.
  public static func isTotal(_ index: Int) -> TypedExpression {
    attribute(totalName(index), .bool)
  }

  /// What identifies the rows: the keys, and whether they are totals.
  public var identity: [TypedExpression] {
    keys.enumerated().flatMap { index, key in
      (hasTotals ? [Self.isTotal(index)] : []) + [Self.key(index, key.type)]
    }
  }

  /// The name of the attribute for aggregate `index`.
  public static func aggregateName(_ index: Int) -> String { "@aggregate\(index)" }

  /// An expression that reads key `index` with the given type from a row.
  public static func key(_ index: Int, _ type: ValueType) -> TypedExpression {
    if case .record(let entity) = type {
      return TypedExpression(.record(record(index, entity)), type)
    }
    return attribute(keyName(index), type)
  }

  /// The record in key `index` of a row.
  public static func record(_ index: Int, _ entity: String) -> RecordExpression {
    .toOne(relationship(keyName(index), to: entity, isToMany: false), of: row)
  }

  /// An expression that reads aggregate `index` with the given type from a row.
  ///
  /// A record is read through a to-one relationship of the row, a list of records through a to-many
  /// relationship.
  public static func aggregate(_ index: Int, _ type: ValueType) -> TypedExpression {
    let name = aggregateName(index)
    switch type {
    case .record(let entity):
      let relationship = relationship(name, to: entity, isToMany: false)
      return TypedExpression(.record(.toOne(relationship, of: row)), type)
    case .list(.record(let entity)):
      let member = RecordExpression.scope(level: 1, entity: entity)
      let list = ToManyAggregate(
        function: .list,
        base: row,
        path: [relationship(name, to: entity, isToMany: true)],
        level: 1,
        element: TypedExpression(.record(member), .record(entity: entity))
      )
      return TypedExpression(.aggregate(list), type)
    default:
      return attribute(name, type)
    }
  }

  private static func relationship(
    _ name: String,
    to entity: String,
    isToMany: Bool
  ) -> RelationshipReference {
    RelationshipReference(
      entity: Self.entity,
      name: name,
      destination: entity,
      isToMany: isToMany
    )
  }

  private static func attribute(_ name: String, _ type: ValueType) -> TypedExpression {
    TypedExpression(.attribute(AttributePath([name]), of: row), type)
  }
}

/// An aggregate of each group: `sum(amount where quantity > 1)`.
public struct GroupAggregate: Hashable, Sendable {
  /// The aggregate function.
  public let function: AggregateFunction
  /// The condition for records; nil for all.
  public let filter: TypedExpression?
  /// The aggregated expression; nil for `count()`, which counts records.
  public let element: TypedExpression?
  /// The order, the limit and the constants of the function.
  public let options: AggregateOptions
  /// The type of the result.
  public let type: ValueType

  /// Creates an aggregate.
  public init(
    function: AggregateFunction,
    filter: TypedExpression?,
    element: TypedExpression?,
    options: AggregateOptions = AggregateOptions(),
    type: ValueType
  ) {
    self.function = function
    self.filter = filter
    self.element = element
    self.options = options
    self.type = type
  }

  /// The aggregate of those records that also satisfy `condition`.
  public func filtered(by condition: TypedExpression) -> GroupAggregate {
    GroupAggregate(
      function: function,
      filter: .conjunction(of: [condition] + [filter].compactMap { $0 }),
      element: element,
      options: options,
      type: type
    )
  }
}
