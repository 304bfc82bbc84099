public import Model

/// Comparisons of vectors, row by row, into a mask. Nil compares as in queries.
public enum ComparisonKernels {
  /// Compares a vector with a constant.
  @inlinable
  public static func compare<Element: Comparable>(
    _ operation: ComparisonOperator,
    _ left: Vector<Element>,
    to constant: Element
  ) -> [UInt8] {
    withNulls(operation, compareAny(operation, left, constant), left.validity, nil)
  }

  /// Compares Ints with Doubles exactly.
  public static func compare(
    _ operation: ComparisonOperator,
    _ left: Vector<Int64>,
    _ right: Vector<Double>
  ) -> [UInt8] {
    let mask = left.zip(right) { a, b -> UInt8 in
      operation.holds(forOrder: ValueOrder.compare(a, b)).bit
    }
    return withNulls(operation, mask, left.validity, right.validity)
  }

  /// Compares numbers, dates, Bools or references.
  @inlinable
  public static func compare<Element: Comparable>(
    _ operation: ComparisonOperator,
    _ left: Vector<Element>,
    _ right: Vector<Element>
  ) -> [UInt8] {
    let mask: [UInt8]
    if right.isConstant, right.count > 0 {
      let constant = right[0]
      mask = compareAny(operation, left, constant)
    } else {
      mask =
        switch operation {
        case .equal: left.zip(right) { ($0 == $1).bit }
        case .notEqual: left.zip(right) { ($0 != $1).bit }
        case .less: left.zip(right) { ($0 < $1).bit }
        case .lessOrEqual: left.zip(right) { ($0 <= $1).bit }
        case .greater: left.zip(right) { ($0 > $1).bit }
        case .greaterOrEqual: left.zip(right) { ($0 >= $1).bit }
        }
    }
    return withNulls(operation, mask, left.validity, right.validity)
  }

  @inlinable
  @inline(__always)
  static func compareAny<Element: Comparable>(
    _ operation: ComparisonOperator,
    _ left: Vector<Element>,
    _ constant: Element
  ) -> [UInt8] {
    if let (bytes, least) = left.narrowRows,
      let number = constant as? Int64 ?? (constant as? UInt32).map(Int64.init)
    {
      return compareNarrow(operation, bytes, least, number)
    }
    return switch operation {
    case .equal: left.map { ($0 == constant).bit }
    case .notEqual: left.map { ($0 != constant).bit }
    case .less: left.map { ($0 < constant).bit }
    case .lessOrEqual: left.map { ($0 <= constant).bit }
    case .greater: left.map { ($0 > constant).bit }
    case .greaterOrEqual: left.map { ($0 >= constant).bit }
    }
  }

  /// Compares `least` plus each byte with a constant.
  @usableFromInline
  static func compareNarrow(
    _ operation: ComparisonOperator,
    _ bytes: Vector<UInt8>,
    _ least: Int64,
    _ constant: Int64
  ) -> [UInt8] {
    let (distance, overflow) = constant.subtractingReportingOverflow(least)
    if !overflow, let byte = UInt8(exactly: distance) { return compareAny(operation, bytes, byte) }
    // All rows are on the same side of the constant.
    let holds = operation.holds(forOrder: constant > least ? -1 : 1)
    return Array(repeating: holds.bit, count: bytes.count)
  }

  /// Corrects rows with nil: nil equals only nil, and ordering comparisons with nil are false.
  public static func withNulls(
    _ operation: ComparisonOperator,
    _ mask: [UInt8],
    _ left: [UInt8]?,
    _ right: [UInt8]?
  ) -> [UInt8] {
    guard left != nil || right != nil else { return mask }
    let isLeft = left ?? Array(repeating: 1, count: mask.count)
    let isRight = right ?? Array(repeating: 1, count: mask.count)
    let bothValid = MaskKernels.and(isLeft, isRight)
    switch operation {
    case .equal:
      let bothNull = MaskKernels.not(MaskKernels.or(isLeft, isRight))
      return MaskKernels.or(MaskKernels.and(mask, bothValid), bothNull)
    case .notEqual:
      let isOneNull = Vector(isLeft).zip(Vector(isRight)) { $0 ^ $1 }
      return MaskKernels.or(MaskKernels.and(mask, bothValid), isOneNull)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return MaskKernels.and(mask, bothValid)
    }
  }
}
