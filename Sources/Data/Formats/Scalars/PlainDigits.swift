/// The digits of a number without surrounding zeros: `-12.50` and `-125e-1` are equal.
struct PlainDigits: Equatable {
  private var isNegative = false
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0

  init?(_ text: String) {
    var rest = Substring(text).utf8
    if rest.first == Byte.minus {
      isNegative = true
      rest = rest.dropFirst()
    }
    var hasDigits = false
    var isFraction = false
    while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if byte == Byte.point, !isFraction, hasDigits {
        isFraction = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        hasDigits = true
        if isFraction { exponent -= 1 }
        if byte != Byte.zero || !digits.isEmpty { digits.append(byte) }
      } else {
        return nil
      }
    }
    guard hasDigits else { return nil }
    if !rest.isEmpty {
      guard let power = Int(Substring(rest.dropFirst())), power.magnitude < 1_000_000 else {
        return nil
      }
      exponent += power
    }
    while digits.last == Byte.zero {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }
}
