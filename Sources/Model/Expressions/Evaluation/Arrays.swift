public import Model

/// What is asked of arrays as values.
public enum Arrays {
  /// The elements in their order; none of nil.
  public static func elements(of array: Value) -> [Value] {
    if case .list(let elements) = array { elements } else { [] }
  }

  /// Whether an element equals `value` in the sense of `==`; nil is found among nils.
  public static func contains(_ value: Value, in array: Value) -> Bool {
    elements(of: array).contains { ValueOrder.areEqual($0, value) }
  }
}
