public import Model

/// How cases of enums take part in what is ordered, and in what reads texts.
extension TypedExpression {
  /// What `<`, `sort`, `min` and `max` look at: of an enum's case its place, else the value itself.
  public var ordered: TypedExpression {
    guard case .enumeration(let type) = type else { return self }
    return TypedExpression(.ordinal(type, self), .int)
  }

  /// The inverse of ``ordered``, where that was of type `type`.
  public func unordered(_ type: ValueType) -> TypedExpression {
    guard case .enumeration(let enumeration) = type else { return self }
    return TypedExpression(.caseAt(enumeration, self), type)
  }

  /// The name of an enum's case as a String; other values as they are.
  public var asText: TypedExpression {
    guard case .enumeration = type else { return self }
    return TypedExpression(kind, .string)
  }
}
