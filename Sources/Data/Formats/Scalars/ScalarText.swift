/// `true` and `false` in any case.
enum BoolText {
  @inline(__always)
  static func value(_ text: FieldText) -> UInt8? {
    let lower = text.firstWord | 0x2020_2020_2020_2020
    if text.count == 4, lower & 0xFFFF_FFFF == 0x6575_7274 { return 1 }
    if text.count == 5, lower & 0xFF_FFFF_FFFF == 0x65_736C_6166 { return 0 }
    return nil
  }
}

/// UUIDs in either case: `3F2504E0-4F89-41D3-9A0C-0305E82C3301`.
enum UUIDText {
  /// The 16 bytes as one big-endian number.
  static func number(_ text: FieldText) -> UInt128? {
    guard text.count == 36 else { return nil }
    var number: UInt128 = 0
    for index in 0..<36 {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard text[index] == Byte.minus else { return nil }
      } else {
        guard let digit = hexDigit(text[index]) else { return nil }
        number = number << 4 | UInt128(digit)
      }
    }
    return number
  }

  /// The value of a hexadecimal digit.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

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
