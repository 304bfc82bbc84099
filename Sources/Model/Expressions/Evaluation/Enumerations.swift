public import Model

/// The cases of enums as texts and as places in their order.
public enum Enumerations {
  /// The place of the case that `value` names; nil of nil.
  public static func ordinal(of value: Value, in type: EnumerationType) -> Value {
    guard case .string(let name) = value, let ordinal = type.ordinal(of: name) else {
      return .null
    }
    return .int(Int64(ordinal))
  }

  /// The case in the place `value`; nil of nil.
  public static func name(at value: Value, in type: EnumerationType) -> Value {
    guard case .int(let ordinal) = value else { return .null }
    return type.name(at: ordinal).map(Value.string) ?? .null
  }
}
