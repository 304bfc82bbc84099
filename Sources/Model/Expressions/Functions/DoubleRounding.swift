import Foundation

/// Rounds Doubles by their decimal notation: 2.675 to 2.68, although the nearest Double is a little
/// less.
public enum DoubleRounding {
  /// The number rounded to `digits` decimal places, half away from zero; a negative number rounds
  /// to tens, hundreds and so on.
  public static func rounded(_ number: Double, digits: Int64) -> Double {
    if digits == 0 { return number.rounded(.toNearestOrAwayFromZero) }
    if let quick = quick(number, digits) { return quick }
    return byDigits(number, digits)
  }

  /// The result by arithmetic, if that is certainly correct.
  private static func quick(_ number: Double, _ digits: Int64) -> Double? {
    guard (1..<Int64(powers.count)).contains(digits) else { return nil }
    let power = powers[Int(digits)]
    let scaled = number * power
    let whole = scaled.rounded(.toNearestOrAwayFromZero)
    // Near a tie the error of the product may decide.
    let distance = Swift.abs(Swift.abs(scaled - whole) - 0.5)
    guard Swift.abs(scaled) < 1e14, distance > 0.01 else { return nil }
    // Both are exact, so the quotient is correctly rounded.
    return whole / power
  }

  /// The powers of ten that are exact as Doubles.
  private static let powers: [Double] = (0...22).map { Double("1e\($0)") ?? .nan }

  /// The result from the number's decimal digits.
  private static func byDigits(_ number: Double, _ digits: Int64) -> Double {
    guard number.isFinite, number != 0, let written = WrittenNumber(number.magnitude) else {
      return number
    }
    let magnitude = written.rounded(digits: digits)
    return number < 0 ? -magnitude : magnitude
  }
}

/// A positive number as decimal digits: 0.digits × 10^exponent.
private struct WrittenNumber {
  private let digits: [UInt8]
  private let exponent: Int

  /// Parses Swift's shortest description of the number.
  init?(_ number: Double) {
    var digits: [UInt8] = []
    var point: Int?
    let parts = number.description.split(separator: "e")
    guard let mantissa = parts.first else { return nil }
    for byte in mantissa.utf8 {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte &- 0x30) }
    }
    let shift = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    self.digits = digits
    exponent = (point ?? digits.count) + shift
  }

  func rounded(digits places: Int64) -> Double {
    let length = exponent + Int(max(-1000, min(places, 1000)))
    if length < 0 { return 0 }
    if length >= digits.count { return Double(text(digits)) ?? 0 }
    var result = [0] + digits[..<length]
    if digits[length] >= 5 { Self.increment(&result) }
    return Double("0." + Self.text(result) + "e\(exponent + 1)") ?? 0
  }

  private static func increment(_ digits: inout [UInt8]) {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
  }

  private func text(_ digits: [UInt8]) -> String { "0." + Self.text(digits) + "e\(exponent)" }

  private static func text(_ digits: [UInt8]) -> String {
    String(decoding: digits.map { $0 &+ 0x30 }, as: UTF8.self)
  }
}
