public import Model

/// Records put together in groups, each of which becomes one row with the keys and the aggregates.
///
/// What is done with the rows afterwards is written over records of the entity ``entity``, which
/// exists only while the query runs: ``key(_:)`` and ``aggregate(_:)`` read them.
public struct Grouping: Hashable, Sendable {
  /// The name under which rows of groups are read; no model can have it.
  public static let entity = "@groups"
  /// The row of a group as a record.
  public static let row = RecordExpression.scope(level: 0, entity: entity)

  /// What is equal within a group, over the grouped records; without keys all are one group.
  public let keys: [TypedExpression]
  /// What is computed for each group.
  public let aggregates: [GroupAggregate]

  /// Makes a grouping.
  public init(keys: [TypedExpression], aggregates: [GroupAggregate]) {
    self.keys = keys
    self.aggregates = aggregates
  }

  /// The expressions over the records that are grouped.
  public var parts: [TypedExpression] {
    keys + aggregates.flatMap { [$0.filter, $0.element].compactMap { $0 } }
  }

  /// The name of key `index` in the rows.
  public static func keyName(_ index: Int) -> String { "@key\(index)" }

  /// The name of aggregate `index` in the rows.
  public static func aggregateName(_ index: Int) -> String { "@aggregate\(index)" }

  /// The expression over the rows that reads key `index`, which is of `type`.
  public static func key(_ index: Int, _ type: ValueType) -> TypedExpression {
    if case .record(let entity) = type {
      return TypedExpression(.record(record(index, entity)), type)
    }
    return attribute(keyName(index), type)
  }

  /// The record that key `index` refers to.
  public static func record(_ index: Int, _ entity: String) -> RecordExpression {
    .toOne(relationship(keyName(index), to: entity, isToMany: false), of: row)
  }

  /// The expression over the rows that reads aggregate `index`, which is of `type`.
  ///
  /// A record is read as one behind a relationship of the row, a list of records as its members.
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

/// What is computed for each group: `sum(amount where quantity > 1)`.
public struct GroupAggregate: Hashable, Sendable {
  /// What is computed.
  public let function: AggregateFunction
  /// Which records count; all if nil.
  public let filter: TypedExpression?
  /// What is reduced; nil for `count()`, which counts records.
  public let element: TypedExpression?
  /// The type of the result.
  public let type: ValueType

  /// Makes an aggregate.
  public init(
    function: AggregateFunction,
    filter: TypedExpression?,
    element: TypedExpression?,
    type: ValueType
  ) {
    self.function = function
    self.filter = filter
    self.element = element
    self.type = type
  }
}
