/// The first bytes of primary weights, lowest first; see `StandardOrder`.
enum PrimaryWeight {
  static let whiteSpace = "\t\n\u{B}\u{C}\r "
  static let punctuation = "_-,;:!?.'\"()[]{}@*/\\&#%"
  static let symbols = "`^+<=>|~"

  /// Byte 0 ends the primary weights, 1 is unused. Each group ends with one byte for its characters
  /// outside ASCII, followed by their scalar.
  static let firstWhiteSpace: UInt8 = 2
  static let otherWhiteSpace = firstWhiteSpace + UInt8(whiteSpace.utf8.count)
  static let firstPunctuation = otherWhiteSpace + 1
  static let otherPunctuation = firstPunctuation + UInt8(punctuation.utf8.count)
  static let firstSymbol = otherPunctuation + 1
  static let otherSymbol = firstSymbol + UInt8(symbols.utf8.count)
  static let dollar = otherSymbol + 1
  static let otherCurrency = dollar + 1
  /// A digit run begins with this plus the number of its digits.
  static let noDigits = otherCurrency + 1
  static let maxShortDigits = 40
  static let manyDigits = noDigits + UInt8(maxShortDigits) + 1
  static let otherNumber = manyDigits + 1
  /// The letter a; each letter is two above the one before it.
  static let firstLetter = otherNumber + 1
  /// Letters of other scripts, plus the rank of the script.
  static let firstScript = firstLetter + 52

  /// The weights of ASCII bytes; 0 for digits and control characters.
  static let ascii: [UInt8] = {
    var weights = [UInt8](repeating: 0, count: 128)
    func assign(_ members: String, from first: UInt8) {
      for (offset, byte) in members.utf8.enumerated() {
        weights[Int(byte)] = first + UInt8(offset)
      }
    }
    assign(whiteSpace, from: firstWhiteSpace)
    assign(punctuation, from: firstPunctuation)
    assign(symbols, from: firstSymbol)
    assign("$", from: dollar)
    for letter in UInt8(0)..<26 {
      weights[Int(0x41 + letter)] = firstLetter + 2 * letter
      weights[Int(0x61 + letter)] = firstLetter + 2 * letter
    }
    return weights
  }()
}

/// The weights of a letter in the tie section.
enum TieWeight {
  static let lower: UInt8 = 1
  static let upper: UInt8 = 2
  /// A digit run's weight is this plus the number of its leading zeros.
  static let noZeros: UInt8 = 1
  static let maxShortZeros = 200
  static let manyZeros = noZeros + UInt8(maxShortZeros) + 1
}
