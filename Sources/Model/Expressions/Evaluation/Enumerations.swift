public import Model

/// Converts enum cases to positions and back.
public enum Enumerations {
  /// The position of the case `value`; nil for nil.
  public static func ordinal(of value: Value, in type: EnumerationType) -> Value {
    guard case .string(let name) = value, let ordinal = type.ordinal(of: name) else {
      return .null
    }
    return .int(Int64(ordinal))
  }

  /// The case at position `value`; nil for nil.
  public static func name(at value: Value, in type: EnumerationType) -> Value {
    guard case .int(let ordinal) = value else { return .null }
    return type.name(at: ordinal).map(Value.string) ?? .null
  }
}
