/// What is shown of the records behind a path: `expenses { name, amount where amount > 10 limit 3 }`.
///
/// A path with a to-many step gives a list of objects, another one an object, or nil where no record
/// is at its end.
public struct RecordShape: Hashable, Sendable {
  /// The record from which the path starts.
  public let base: RecordExpression
  /// The steps; without any the record itself is shown.
  public let path: [RelationshipReference]
  /// The scope level of the records shown, one more than that of the expression around them.
  public let level: Int
  /// Which records are shown; all if nil.
  public let filter: TypedExpression?
  /// The order; records that tie stand in the order of the path.
  public let sort: [SortKey]
  /// How many records at most; nil for all.
  public let limit: Int?
  /// How many records are passed over first.
  public let offset: Int
  /// What is shown of each record.
  public let fields: [ShapeField]

  /// Makes a shape.
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

  /// Whether any number of records may be shown.
  public var isToMany: Bool { path.contains(where: \.isToMany) }

  /// The name of the entity whose records are shown.
  public var entity: String { path.last?.destination ?? base.entity }

  /// The type of what the shape gives.
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
  /// What the field shows.
  public let expression: TypedExpression

  /// Makes a field.
  public init(name: String, expression: TypedExpression) {
    self.name = name
    self.expression = expression
  }
}
