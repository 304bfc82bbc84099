import Foundation

/// Formats numbers for charts with few digits and without a locale.
package enum NumberLabel {
  /// Numbers from this size have an exponent.
  private static let minHuge = 1e15
  /// Numbers below this size have an exponent, too.
  private static let minPlain = 1e-4

  /// Six significant digits, or all digits of an integer; `1.5e+20` if that would be long.
  static func text(_ number: Double) -> String {
    let size = abs(number)
    if size == 0 { return "0" }
    guard size < minHuge, size >= minPlain else { return scientific(number, digits: 6) }
    if number == number.rounded() || size >= 1e5 { return text(number, decimals: 0) }
    let digits = Int(log10(size).rounded(.down)) + 1
    return withoutZeros(text(number, decimals: max(0, 6 - digits)))
  }

  /// The exact number if it has at most twelve characters, otherwise like ``text(_:)``.
  static func value(_ number: Double) -> String {
    let exact = withoutZeros("\(number)")
    let isPlain = !exact.contains("e") && exact.utf8.count <= 12
    return isPlain && number != 0 ? exact : text(number)
  }

  /// Like ``value(_:)``, but with an exponent and fewer digits if it is longer than `width`.
  static func value(_ number: Double, within width: Int) -> String {
    let text = value(number)
    guard text.utf8.count > width else { return text }
    let shorter = (1...6).reversed().lazy.map { scientific(number, digits: $0) }
    return shorter.first { $0.utf8.count <= width } ?? text
  }

  /// The number rounded to `decimals` decimal places.
  static func text(_ number: Double, decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", number)
    // A number rounded to zero has no sign.
    let isZero = text.hasPrefix("-") && text.allSatisfy { "-0.".contains($0) }
    return isZero ? String(text.dropFirst()) : text
  }

  /// `1.5e+20`, with at most `digits` significant digits.
  private static func scientific(_ number: Double, digits: Int) -> String {
    let text = String(format: "%.\(max(digits, 1) - 1)e", number)
    guard let mark = text.firstIndex(of: "e") else { return text }
    return withoutZeros(String(text[..<mark])) + text[mark...]
  }

  private static func withoutZeros(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text[...]
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return String(text)
  }
}

/// Formats several numbers with the same number of decimal places, or all with an exponent.
extension NumberLabel {
  /// Exact texts of integer multiples of ten to the power of `unit`.
  static func texts(_ numbers: [Double], unit: Int) -> [String] {
    let size = numbers.reduce(0) { max($0, abs($1)) }
    guard size >= minHuge || (unit < -5 && size < 1e-3) else {
      return numbers.map { text($0, decimals: max(0, -unit)) }
    }
    return numbers.map { number in
      guard number != 0 else { return "0" }
      return scientific(number, digits: power(of: abs(number)) - unit + 1)
    }
  }

  /// Ascending numbers, with six significant digits of the largest or enough to distinguish
  /// neighbors.
  static func texts(_ numbers: [Double]) -> [String] {
    let size = numbers.reduce(0) { max($0, abs($1)) }
    guard size > 0 else { return numbers.map { text($0) } }
    let least = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? size
    let digits = min(max(6, power(of: size) - power(of: least) + 2), 17)
    guard size < minHuge, size >= minPlain else {
      return numbers.map { $0 == 0 ? "0" : scientific($0, digits: digits) }
    }
    let most = max(0, digits - 1 - power(of: size))
    let decimals = numbers.map { number in
      let digits = withoutZeros(text(number, decimals: most))
      return digits.firstIndex(of: ".").map { digits[$0...].utf8.count - 1 } ?? 0
    }
    return numbers.map { text($0, decimals: decimals.max() ?? 0) }
  }

  /// The power of ten of the first digit of a positive, finite number.
  private static func power(of size: Double) -> Int {
    let power = log10(min(size, .greatestFiniteMagnitude))
    return Int(max(power, -400).rounded(.down))
  }
}
