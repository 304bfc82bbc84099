public import Model

/// Arithmetic of vectors, row by row; nil with anything is nil.
public enum ArithmeticKernels {
  /// Int arithmetic; nil if a row overflows, so that the caller can find it.
  ///
  /// Nil rows do not count as overflows.
  public static func apply(
    _ operation: ArithmeticOperator,
    _ left: Vector<Int64>,
    _ right: Vector<Int64>
  ) -> Vector<Int64>? {
    let validity = MaskKernels.both(left.validity, right.validity)
    switch operation {
    case .add:
      return checked(left, right, validity) { $0.addingReportingOverflow($1) }
    case .subtract:
      return checked(left, right, validity) { $0.subtractingReportingOverflow($1) }
    case .multiply:
      return checked(left, right, validity) { $0.multipliedReportingOverflow(by: $1) }
    case .divide:
      let isDefined = right.map { ($0 != 0).bit }
      return checked(left, right, MaskKernels.both(validity, isDefined)) {
        $1 == 0 ? (0, false) : $0.dividedReportingOverflow(by: $1)
      }
    case .remainder:
      let isDefined = right.map { ($0 != 0).bit }
      return checked(left, right, MaskKernels.both(validity, isDefined)) {
        $1 == 0 || $1 == -1 ? (0, false) : ($0 % $1, false)
      }
    }
  }

  /// Double arithmetic; division by zero and NaN give nil.
  public static func apply(
    _ operation: ArithmeticOperator,
    _ left: Vector<Double>,
    _ right: Vector<Double>
  ) -> Vector<Double> {
    let values: [Double]
    switch operation {
    case .add: values = left.zip(right) { $0 + $1 }
    case .subtract: values = left.zip(right) { $0 - $1 }
    case .multiply: values = left.zip(right) { $0 * $1 }
    case .divide: values = left.zip(right) { $1 == 0 ? .nan : $0 / $1 }
    case .remainder: values = left.zip(right) { $0.truncatingRemainder(dividingBy: $1) }
    }
    var validity = MaskKernels.both(left.validity, right.validity)
    if containsNaN(values) {
      validity = MaskKernels.both(validity, Vector(values).map { (!$0.isNaN).bit })
    }
    return Vector(values, validity: validity)
  }

  /// Ints as Doubles.
  public static func widen(_ vector: Vector<Int64>) -> Vector<Double> {
    if let (bytes, least) = vector.narrowRows, let least = Int32(exactly: least),
      least <= Int32.max - 255
    {
      // Conversions of 32 bits can be vectorized.
      return Vector(bytes.map { Double(least &+ Int32($0)) }, validity: vector.validity)
    }
    return Vector(
      vector.map { Double($0) },
      validity: vector.validity,
      isConstant: vector.isConstant
    )
  }

  private static func containsNaN(_ values: [Double]) -> Bool {
    // A loop without an early exit can be vectorized.
    var isFound: UInt64 = 0
    values.withUnsafeBufferPointer { for value in $0 { isFound |= UInt64(value.isNaN.bit) } }
    return isFound != 0
  }

  @inline(__always)
  private static func checked(
    _ left: Vector<Int64>,
    _ right: Vector<Int64>,
    _ validity: [UInt8]?,
    _ body: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> Vector<Int64>? {
    var overflows = false
    let values = left.zip(right) { a, b -> Int64 in
      let (value, overflow) = body(a, b)
      overflows = overflows || overflow
      return value
    }
    guard overflows else { return Vector(values, validity: validity) }
    // A row overflowed, which may be nil.
    guard let validity else { return nil }
    for row in 0..<left.count where validity[row] != 0 {
      if body(left[row], right[row]).overflow { return nil }
    }
    return Vector(values, validity: validity)
  }
}
