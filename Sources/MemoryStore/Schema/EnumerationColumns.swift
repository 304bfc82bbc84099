import Columns
import Model

extension ValueType {
  /// Whether both are kept in the same kind of column: enum cases are texts.
  func isStored(like other: ValueType) -> Bool {
    switch (self, other) {
    case (.string, .enumeration), (.enumeration, .string), (.enumeration, .enumeration): true
    case (.list(let element), .list(let otherElement)): element.isStored(like: otherElement)
    default: self == other
    }
  }

  /// The enum whose cases a column of this type holds.
  fileprivate var enumeration: EnumerationType? {
    switch self {
    case .enumeration(let type): type
    case .list(let element): element.enumeration
    default: nil
    }
  }
}

extension Column {
  /// A text in the column that is no case of the enum that `type` is about; nil if all are.
  func firstText(thatIsNoCaseOf type: ValueType) -> String? {
    guard let enumeration = type.enumeration else { return nil }
    switch self {
    case .list(let column): return column.elements.firstText(thatIsNoCaseOf: type)
    case .string(let column): return column.firstText(thatIsNoCaseOf: enumeration)
    default: return nil
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
