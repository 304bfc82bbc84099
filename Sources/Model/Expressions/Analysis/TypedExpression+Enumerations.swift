public import Model

/// Enum cases in orders and as strings.
extension TypedExpression {
  /// The value that `<`, `sort`, `min` and `max` compare: the position of an enum case, or the
  /// value itself.
  public var ordered: TypedExpression {
    guard case .enumeration(let type) = type else { return self }
    return TypedExpression(.ordinal(type, self), .int)
  }

  /// The inverse of ``ordered`` for a value of `type`.
  public func unordered(_ type: ValueType) -> TypedExpression {
    guard case .enumeration(let enumeration) = type else { return self }
    return TypedExpression(.caseAt(enumeration, self), type)
  }

  /// The name of an enum case as a String; other values unchanged.
  public var asText: TypedExpression {
    guard case .enumeration = type else { return self }
    return TypedExpression(kind, .string)
  }
}
