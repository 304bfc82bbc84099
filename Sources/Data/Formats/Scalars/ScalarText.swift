/// A kind of value in files, and its element in a column.
protocol ScalarText {
  associatedtype Element: BitwiseCopyable & AdditiveArithmetic & Sendable
  /// The element for `text`; nil if it is not of this kind.
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

/// ``NumberText`` as Doubles; -0.0 becomes 0.0, since stores have one zero.
enum DoubleText: ScalarText {
  @inline(__always)
  static func element(_ text: FieldText) -> Double? {
    // The sum of both zeros is the positive one.
    NumberText.double(text).map { $0 + 0 }
  }
}
