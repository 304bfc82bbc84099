/// A kind of value as files write it, and the element of a column that it becomes.
protocol ScalarText {
  associatedtype Element: BitwiseCopyable & AdditiveArithmetic & Sendable
  /// The element that `text` stands for; nil if it is not of the kind.
  static func element(_ text: FieldText) -> Element?
}

extension BoolText: ScalarText {
  @inline(__always)
  static func element(_ text: FieldText) -> UInt8? { value(text) }
}

extension DateText: ScalarText {
  @inline(__always)
  static func element(_ text: FieldText) -> Int64? { microseconds(text) }
}

extension UUIDText: ScalarText {
  @inline(__always)
  static func element(_ text: FieldText) -> UInt128? { number(text) }
}

/// ``NumberText`` as Ints.
enum IntText: ScalarText {
  @inline(__always)
  static func element(_ text: FieldText) -> Int64? { NumberText.int(text) }
}

/// ``NumberText`` as Doubles, with 0.0 for -0.0: stores keep one zero.
enum DoubleText: ScalarText {
  @inline(__always)
  static func element(_ text: FieldText) -> Double? {
    // The sum of both zeros is the positive one.
    NumberText.double(text).map { $0 + 0 }
  }
}
