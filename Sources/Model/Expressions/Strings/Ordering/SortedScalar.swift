/// Classifies scalars outside ASCII for the standard order.
enum SortedScalar {
  enum Kind {
    /// No weight: control characters, joiners, variation selectors.
    case ignored
    /// A mark on the letter before it.
    case accent
    /// Sorts after the ASCII members of a group, by code point.
    case grouped(weight: UInt8)
    case letter
  }

  static func kind(of value: UInt32) -> Kind {
    if ScalarData.isUnadorned(value) { return .letter }
    let order = ScalarData.combiningClass(of: value)
    if order > 0, order != virama { return .accent }
    guard let properties = Unicode.Scalar(value)?.properties else { return .ignored }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter: return .letter
    case .control, .format: return .ignored
    case let category:
      if properties.isDefaultIgnorableCodePoint { return .ignored }
      return groups[category].map { .grouped(weight: $0) } ?? .letter
    }
  }

  /// The ASCII form of full-width characters and decimal digits; others unchanged.
  static func simplified(_ value: UInt32) -> UInt32 {
    if value < 0x660 || ScalarData.isUnadorned(value) { return value }
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

  /// The combining class of Indic marks that sort as letters.
  private static let virama: UInt8 = 9
}
