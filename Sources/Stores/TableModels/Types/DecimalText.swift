package import Foundation

/// Decimals in a canonical text form: equal numbers have equal texts.
package enum DecimalText {
  /// The Decimal for a text in the form of Swift's literals.
  package static func decimal(_ text: String) -> Decimal? {
    guard isNumber(text), let number = Decimal(string: text, locale: nil), !number.isNaN else {
      return nil
    }
    return number
  }

  /// The canonical text of a number, without trailing zeros.
  package static func text(_ number: Decimal) -> String {
    let text = number.description
    guard text.contains(".") else { return text == "-0" ? "0" : text }
    let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    let result = String(trimmed.reversed())
    return result == "-0" ? "0" : result
  }

  /// Whether a text is a decimal number in the range of Double.
  package static func isNumber(_ text: String) -> Bool {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    return text.count - digits.count <= 1
      && digits.first.map { $0.isASCII && ($0.isNumber || $0 == ".") } == true
      && digits.allSatisfy { $0.isASCII && ($0.isNumber || ".eE+-".contains($0)) }
      && Double(text)?.isFinite == true
  }
}
