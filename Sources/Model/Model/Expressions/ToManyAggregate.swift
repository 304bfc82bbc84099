/// A reduction over the records behind a to-many path: `sum(expenses.total where amount > 1)`.
public struct ToManyAggregate: Hashable, Sendable {
  /// What is computed.
  public let function: AggregateFunction
  /// The record from which the path starts.
  public let base: RecordExpression
  /// The steps, flattened; at least one is to-many, and the last one is.
  public let path: [RelationshipReference]
  /// The scope level of the element, one more than that of the expression around it.
  public let level: Int
  /// Which elements count; all if nil.
  public let filter: TypedExpression?
  /// What is reduced; nil for `count(expenses)`, which counts records.
  public let element: TypedExpression?

  /// Makes a reduction.
  public init(
    function: AggregateFunction,
    base: RecordExpression,
    path: [RelationshipReference],
    level: Int,
    filter: TypedExpression? = nil,
    element: TypedExpression? = nil
  ) {
    self.function = function
    self.base = base
    self.path = path
    self.level = level
    self.filter = filter
    self.element = element
  }
}
