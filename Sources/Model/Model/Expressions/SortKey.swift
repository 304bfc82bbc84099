/// One sort key: `surname desc nulls first using lexical`.
public struct SortKey: Hashable, Sendable {
  /// The expression to sort by.
  public private(set) var expression: TypedExpression
  /// Whether the order is descending.
  public let isDescending: Bool
  /// Whether nils come first.
  public let nullsFirst: Bool
  /// The order of strings.
  public let order: StringOrder

  /// Creates a sort key.
  public init(
    expression: TypedExpression,
    isDescending: Bool,
    nullsFirst: Bool,
    order: StringOrder
  ) {
    self.expression = expression
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst
    self.order = order
  }

  /// The same key with another expression.
  public func with(_ expression: TypedExpression) -> SortKey {
    var key = self
    key.expression = expression
    return key
  }
}

/// The string orders of `sort`.
public enum StringOrder: String, Hashable, Sendable, CaseIterable {
  /// Martlet's own natural order, similar to `.localizedStandard`; see `StandardOrder`.
  case standard
  /// By Unicode scalars.
  case lexical
}
