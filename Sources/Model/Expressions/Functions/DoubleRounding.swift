import Foundation

/// Rounds Doubles by their decimal notation: 2.675 to 2.68, although the nearest Double is a little
/// less.
public enum DoubleRounding {
  /// The number rounded to `digits` decimal places, half away from zero; a negative number rounds
  /// to tens, hundreds and so on.
  public static func rounded(_ number: Double, digits: Int64) -> Double {
    if digits == 0 { return number.rounded(.toNearestOrAwayFromZero) }
    if let fastResult = fastResult(number, digits) { return fastResult }
    return byDigits(number, digits)
  }

  /// The result by arithmetic, if that is certainly correct.
  private static func fastResult(_ number: Double, _ digits: Int64) -> Double? {
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

  /// The result from the number's decimal digits: `2.675`, `1e+300`.
  private static func byDigits(_ number: Double, _ digits: Int64) -> Double {
    let parts = number.description.split(separator: "e")
    let exponent = parts.count > 1 ? Int64(parts[1]) ?? 0 : 0
    guard number.isFinite, let mantissa = parts.first.flatMap({ Decimal(string: String($0)) }),
      let rounded = DecimalFunctions.rounded(
        mantissa,
        digits: max(-1000, min(digits, 1000)) + exponent
      )
    else { return number }
    return Double("\(rounded)e\(exponent)") ?? number
  }
}
