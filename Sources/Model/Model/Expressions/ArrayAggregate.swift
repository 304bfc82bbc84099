/// An aggregate over the elements of an array: `sum(scores)`, `count(tags where self ~ "a")`.
///
/// A nil array is reduced like an empty one.
public struct ArrayAggregate: Hashable, Sendable {
  /// The aggregate function.
  public let function: AggregateFunction
  /// The array.
  public let array: TypedExpression
  /// The scope level of the element: one more than that of the enclosing expression.
  public let level: Int
  /// The condition on elements; nil for all.
  public let filter: TypedExpression?
  /// The expression that is reduced; nil to count elements, including nils.
  public let element: TypedExpression?
  /// The order, the limit and the constants of the function.
  public let options: AggregateOptions

  /// Creates a reduction.
  public init(
    function: AggregateFunction,
    array: TypedExpression,
    level: Int,
    filter: TypedExpression? = nil,
    element: TypedExpression? = nil,
    options: AggregateOptions = AggregateOptions()
  ) {
    self.function = function
    self.array = array
    self.level = level
    self.filter = filter
    self.element = element
    self.options = options
  }
}
