/// One sort key: `surname desc nulls first using lexical`.
public struct SortKey: Hashable, Sendable {
  /// What is sorted by.
  public let expression: TypedExpression
  /// Whether the greatest comes first.
  public let isDescending: Bool
  /// Whether nil comes first.
  public let nullsFirst: Bool
  /// The order of strings.
  public let order: StringOrder

  /// Makes a sort key.
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

  /// The same order by another expression.
  public func with(_ expression: TypedExpression) -> SortKey {
    SortKey(
      expression: expression,
      isDescending: isDescending,
      nullsFirst: nullsFirst,
      order: order
    )
  }
}

/// The orders of strings in `sort`.
public enum StringOrder: String, Hashable, Sendable, CaseIterable {
  /// Martlet's own order in the spirit of `.localizedStandard`; see `StandardOrder`.
  case standard
  /// By Unicode scalars.
  case lexical
}
