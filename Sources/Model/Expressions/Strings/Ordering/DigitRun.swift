/// A run of digits, which sorts by its value, then by its leading zeros.
struct DigitRun {
  /// The bytes of the text, ASCII digits in the run.
  private let text: UnsafeBufferPointer<UInt8>
  private let start: Int
  /// The first digit that is not a leading zero.
  private let firstSignificant: Int
  /// The end of the run in the text.
  let end: Int

  init(in text: UnsafeBufferPointer<UInt8>, from start: Int) {
    var index = start
    while index < text.count, text[index] == 0x30 { index += 1 }
    firstSignificant = index
    while index < text.count, Self.isDigit(text[index]) { index += 1 }
    self.text = text
    self.start = start
    end = index
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  /// Writes the number of digits, then the digits: more digits are a greater value.
  @inline(__always)
  func writePrimary(_ write: (UInt8) -> Void) {
    let count = end - firstSignificant
    if count <= PrimaryWeight.maxShortDigits {
      write(PrimaryWeight.noDigits + UInt8(count))
    } else {
      write(PrimaryWeight.manyDigits)
      Self.write(length: count, write)
    }
    for index in firstSignificant..<end { write(text[index]) }
  }

  /// Writes the number of leading zeros, which are all digits of a zero.
  @inline(__always)
  func writeTie(_ write: (UInt8) -> Void) {
    let zeros = firstSignificant - start
    if zeros <= TieWeight.maxShortZeros {
      write(TieWeight.noZeros + UInt8(zeros))
    } else {
      write(TieWeight.manyZeros)
      Self.write(length: zeros, write)
    }
  }

  /// Five bytes of seven bits each, none of them zero.
  private static func write(length: Int, _ write: (UInt8) -> Void) {
    for shift in [28, 21, 14, 7, 0] {
      write(UInt8(truncatingIfNeeded: length >> shift & 0x7F) | 0x80)
    }
  }
}
