import Foundation

/// Numbers in as few digits as a chart needs, without a locale.
enum NumberLabel {
  /// The number with six significant digits, or all of a whole number; `1.5e+20` where that would be long.
  static func text(_ number: Double) -> String {
    let size = abs(number)
    if size == 0 { return "0" }
    guard size < 1e15, size >= 1e-4 else {
      let text = String(format: "%.5e", number)
      guard let mark = text.firstIndex(of: "e") else { return text }
      return withoutZeros(String(text[..<mark])) + text[mark...]
    }
    if number == number.rounded() || size >= 1e5 { return text(number, decimals: 0) }
    let digits = Int(log10(size).rounded(.down)) + 1
    return withoutZeros(text(number, decimals: max(0, 6 - digits)))
  }

  /// A number that stands for itself: as it is where that takes at most twelve characters, else as ``text(_:)`` has it.
  static func value(_ number: Double) -> String {
    let exact = withoutZeros("\(number)")
    let isPlain = !exact.contains("e") && exact.utf8.count <= 12
    return isPlain && number != 0 ? exact : text(number)
  }

  /// The number rounded to so many digits behind the point.
  static func text(_ number: Double, decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", number)
    // What rounds to zero has no sign.
    let isZero = text.hasPrefix("-") && text.allSatisfy { "-0.".contains($0) }
    return isZero ? String(text.dropFirst()) : text
  }

  private static func withoutZeros(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text[...]
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return String(text)
  }
}
