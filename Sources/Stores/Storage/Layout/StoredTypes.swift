public import Model

extension ValueType {
  /// Whether columns of both types have the same storage. Enum cases are stored as strings.
  public func isStored(like other: ValueType) -> Bool {
    switch (self, other) {
    case (.string, .enumeration), (.enumeration, .string), (.enumeration, .enumeration): true
    case (.list(let element), .list(let otherElement)): element.isStored(like: otherElement)
    default: self == other
    }
  }

  /// Whether `value` is a case, if this type is an enum or an array of one; otherwise true.
  public func holds(_ value: Value) -> Bool {
    switch (self, value) {
    case (.enumeration(let type), .string(let text)): type.ordinal(of: text) != nil
    case (.list(let element), .list(let values)): values.allSatisfy(element.holds)
    default: true
    }
  }
}
