public import Model

extension ValueType {
  /// Whether both are kept in the same kind of column: enum cases are texts.
  public func isStored(like other: ValueType) -> Bool {
    switch (self, other) {
    case (.string, .enumeration), (.enumeration, .string), (.enumeration, .enumeration): true
    case (.list(let element), .list(let otherElement)): element.isStored(like: otherElement)
    default: self == other
    }
  }

  /// Whether a text is a case, where this is an enum or an array of one.
  public func holds(_ value: Value) -> Bool {
    switch (self, value) {
    case (.enumeration(let type), .string(let text)): type.ordinal(of: text) != nil
    case (.list(let element), .list(let values)): values.allSatisfy(element.holds)
    default: true
    }
  }
}
