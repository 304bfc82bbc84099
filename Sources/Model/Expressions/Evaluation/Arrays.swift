public import Model

/// Functions of arrays.
public enum Arrays {
  /// The elements; empty for nil.
  public static func elements(of array: Value) -> [Value] {
    if case .list(let elements) = array { elements } else { [] }
  }

  /// Whether an element equals `value`; nil equals nil.
  public static func contains(_ value: Value, in array: Value) -> Bool {
    elements(of: array).contains { ValueOrder.areEqual($0, value) }
  }
}
