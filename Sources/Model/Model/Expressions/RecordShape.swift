/// Nested columns of related records: `expenses { name, amount where amount > 10 limit 3 }`.
///
/// A path with a to-many step gives a list of objects. Any other path gives an object, or nil if
/// it ends without a record.
public struct RecordShape: Hashable, Sendable {
  /// The record at the start of the path.
  public let base: RecordExpression
  /// The steps; empty for the record itself.
  public let path: [RelationshipReference]
  /// The scope level of the related records: one more than that of the enclosing expression.
  public let level: Int
  /// The condition on related records; nil for all.
  public let filter: TypedExpression?
  /// The sort keys; ties keep the order of the path.
  public let sort: [SortKey]
  /// The maximum number of records; nil for all.
  public let limit: Int?
  /// The number of records to skip.
  public let offset: Int
  /// The columns of each record.
  public let fields: [ShapeField]

  /// Creates a shape.
  public init(
    base: RecordExpression,
    path: [RelationshipReference],
    level: Int,
    filter: TypedExpression? = nil,
    sort: [SortKey] = [],
    limit: Int? = nil,
    offset: Int = 0,
    fields: [ShapeField]
  ) {
    self.base = base
    self.path = path
    self.level = level
    self.filter = filter
    self.sort = sort
    self.limit = limit
    self.offset = offset
    self.fields = fields
  }

  /// Whether the shape gives a list.
  public var isToMany: Bool { path.contains(where: \.isToMany) }

  /// The entity of the related records.
  public var entity: String { path.last?.destination ?? base.entity }

  /// The type of the result.
  public var type: ValueType {
    let object = ValueType.composite(
      CompositeType(
        fields:
          fields.map { CompositeField(name: $0.name, type: $0.expression.type, isOptional: true) }
      )
    )
    return isToMany ? .list(object) : object
  }
}

/// One field of a shape: `amount * quantity as total`.
public struct ShapeField: Hashable, Sendable {
  /// The field's name, unique within its shape.
  public let name: String
  /// The field's value.
  public let expression: TypedExpression

  /// Creates a field.
  public init(name: String, expression: TypedExpression) {
    self.name = name
    self.expression = expression
  }
}
