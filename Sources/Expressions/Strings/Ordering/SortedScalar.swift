/// How the standard order takes a scalar beyond ASCII.
enum SortedScalar {
  enum Kind {
    /// Without any weight: controls, joiners, variation selectors.
    case ignored
    /// A mark on the letter before it.
    case accent
    /// One of a group behind the ASCII members of that group, by code point.
    case grouped(weight: UInt8)
    case letter
  }

  static func kind(of value: UInt32) -> Kind {
    guard let properties = Unicode.Scalar(value)?.properties else { return .ignored }
    let category = properties.generalCategory
    if ScalarData.combiningClass(of: value) > 0, !isVowelKiller(value) { return .accent }
    if properties.isDefaultIgnorableCodePoint || category == .control || category == .format {
      return .ignored
    }
    return groups[category].map { .grouped(weight: $0) } ?? .letter
  }

  /// The ASCII form of full-width letters and signs and of decimal digits, else `value` itself.
  static func simplified(_ value: UInt32) -> UInt32 {
    if value < 0x660 || isIdeograph(value) { return value }
    if fullWidth.contains(value) { return value - fullWidth.lowerBound + 0x21 }
    guard let properties = Unicode.Scalar(value)?.properties,
      properties.generalCategory == .decimalNumber, let digit = properties.numericValue
    else { return value }
    return 0x30 + UInt32(digit)
  }

  private static let groups: [Unicode.GeneralCategory: UInt8] = [
    .spaceSeparator: PrimaryWeight.otherWhiteSpace,
    .lineSeparator: PrimaryWeight.otherWhiteSpace,
    .paragraphSeparator: PrimaryWeight.otherWhiteSpace,
    .connectorPunctuation: PrimaryWeight.otherPunctuation,
    .dashPunctuation: PrimaryWeight.otherPunctuation,
    .openPunctuation: PrimaryWeight.otherPunctuation,
    .closePunctuation: PrimaryWeight.otherPunctuation,
    .initialPunctuation: PrimaryWeight.otherPunctuation,
    .finalPunctuation: PrimaryWeight.otherPunctuation,
    .otherPunctuation: PrimaryWeight.otherPunctuation,
    .mathSymbol: PrimaryWeight.otherSymbol,
    .modifierSymbol: PrimaryWeight.otherSymbol,
    .otherSymbol: PrimaryWeight.otherSymbol,
    .enclosingMark: PrimaryWeight.otherSymbol,
    .currencySymbol: PrimaryWeight.otherCurrency,
    .otherNumber: PrimaryWeight.otherNumber,
    .letterNumber: PrimaryWeight.otherNumber,
  ]

  private static let fullWidth: ClosedRange<UInt32> = 0xFF01...0xFF5E

  private static func isIdeograph(_ value: UInt32) -> Bool {
    (0x3400..<0xA000).contains(value) || (0xAC00..<0xD7A4).contains(value)
  }

  /// Viramas, which change how an Indic letter reads and sort as a letter.
  private static func isVowelKiller(_ value: UInt32) -> Bool {
    ScalarData.combiningClass(of: value) == 9
  }
}
