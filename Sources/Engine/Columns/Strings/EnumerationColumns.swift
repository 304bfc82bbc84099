public import Model

extension Column {
  /// The first string that is not a case of the enum `type`, or of its elements; nil if there is
  /// none.
  public func firstText(thatIsNoCaseOf type: ValueType) -> String? {
    switch (self, type) {
    case (.list(let column), .list(let element)):
      column.elements.firstText(thatIsNoCaseOf: element)
    case (.string(let column), .enumeration(let enumeration)):
      column.firstText(thatIsNoCaseOf: enumeration)
    default: nil
    }
  }
}

extension StringColumn {
  fileprivate func firstText(thatIsNoCaseOf enumeration: EnumerationType) -> String? {
    let isCase = (0..<dictionary.count).map {
      enumeration.ordinal(of: dictionary.string(for: UInt32($0))) != nil
    }
    let row = (0..<codes.count).first { codes.isValid($0) && !isCase[Int(codes.values[$0])] }
    return row.flatMap { string(at: $0) }
  }
}
