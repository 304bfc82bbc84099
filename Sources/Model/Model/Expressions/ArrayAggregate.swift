/// A reduction over the elements of an array: `sum(scores)`, `count(tags where self ~ "a")`.
///
/// No array is reduced as an empty one.
public struct ArrayAggregate: Hashable, Sendable {
  /// What is computed.
  public let function: AggregateFunction
  /// The array.
  public let array: TypedExpression
  /// The scope level of the element, one more than that of the expression around it.
  public let level: Int
  /// Which elements count; all if nil.
  public let filter: TypedExpression?
  /// What is reduced; nil to count elements, those that are nil among them.
  public let element: TypedExpression?

  /// Makes a reduction.
  public init(
    function: AggregateFunction,
    array: TypedExpression,
    level: Int,
    filter: TypedExpression? = nil,
    element: TypedExpression? = nil
  ) {
    self.function = function
    self.array = array
    self.level = level
    self.filter = filter
    self.element = element
  }
}
