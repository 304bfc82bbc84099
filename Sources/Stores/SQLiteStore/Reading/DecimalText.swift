import Foundation

/// Decimals as texts that are equal where the numbers are.
enum DecimalText {
  /// The number that a text is, in the form of Swift's literals.
  static func decimal(_ text: String) -> Decimal? {
    guard isNumber(text), let number = Decimal(string: text, locale: nil), !number.isNaN else {
      return nil
    }
    return number
  }

  /// The one text of a number: without zeros at the end.
  static func text(_ number: Decimal) -> String {
    let text = number.description
    guard text.contains(".") else { return text == "-0" ? "0" : text }
    let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    let result = String(trimmed.reversed())
    return result == "-0" ? "0" : result
  }

  /// Whether a text is a number in decimal digits, of which there is a Double.
  static func isNumber(_ text: String) -> Bool {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    return text.count - digits.count <= 1
      && digits.first.map { $0.isASCII && ($0.isNumber || $0 == ".") } == true
      && digits.allSatisfy { $0.isASCII && ($0.isNumber || ".eE+-".contains($0)) }
      && Double(text)?.isFinite == true
  }
}
