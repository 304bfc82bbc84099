/// An aggregate over related records: `sum(expenses.total where amount > 1)`.
public struct ToManyAggregate: Hashable, Sendable {
  /// The aggregate function.
  public let function: AggregateFunction
  /// The record at the start of the path.
  public let base: RecordExpression
  /// The steps; at least one is to-many, and so is the last one.
  public let path: [RelationshipReference]
  /// The scope level of the element: one more than that of the enclosing expression.
  public let level: Int
  /// The condition on elements; nil for all.
  public let filter: TypedExpression?
  /// The expression that is reduced; nil for `count(expenses)`, which counts records.
  public let element: TypedExpression?
  /// The order, the limit and the constants of the function.
  public let options: AggregateOptions

  /// Creates a reduction.
  public init(
    function: AggregateFunction,
    base: RecordExpression,
    path: [RelationshipReference],
    level: Int,
    filter: TypedExpression? = nil,
    element: TypedExpression? = nil,
    options: AggregateOptions = AggregateOptions()
  ) {
    self.function = function
    self.base = base
    self.path = path
    self.level = level
    self.filter = filter
    self.element = element
    self.options = options
  }
}
