/// Unicode properties as classes of a regular expression.
enum ScalarProperty: Hashable, Sendable {
  /// `\d`: decimal digits of all scripts
  case digit
  /// `\w`: letters, marks, digits and connectors of all scripts
  case word
  /// `\s`
  case space
  case alphabetic
  case uppercase
  case lowercase
  case ascii
  case hexDigit
  case emoji
  /// Letters and digits.
  case alphanumeric
  /// `\p{Lu}`, `\p{L}`: general categories with this prefix of their short names.
  case category(String)

  /// Whether the class contains `scalar`.
  func holds(for scalar: UInt32) -> Bool {
    guard let value = Unicode.Scalar(scalar) else { return false }
    let properties = value.properties
    return switch self {
    case .digit: properties.generalCategory == .decimalNumber
    case .word: Self.isWord(value)
    case .space: properties.isWhitespace
    case .alphabetic: properties.isAlphabetic
    case .uppercase: properties.isUppercase
    case .lowercase: properties.isLowercase
    case .ascii: value.isASCII
    case .hexDigit: value.isASCII && properties.isASCIIHexDigit
    case .emoji: properties.isEmojiPresentation
    case .alphanumeric: properties.isAlphabetic || properties.generalCategory == .decimalNumber
    case .category(let name): Self.shortName(properties.generalCategory).hasPrefix(name)
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      let lower = scalar.value | 0x20
      return lower &- 0x61 < 26 || scalar.value &- 0x30 < 10 || scalar.value == 0x5F
    }
    if scalar.properties.isAlphabetic || joiners.contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      return true
    default:
      return false
    }
  }

  /// Zero-width joiners, which do not end words.
  private static let joiners: ClosedRange<UInt32> = 0x200C...0x200D
}

extension ScalarProperty {
  /// The class `\p{name}`, ignoring case, spaces, `_` and `-`.
  static func named(_ name: String) -> ScalarProperty? {
    let key = canonical(name)
    if let property = byName[key] { return property }
    for entry in categories where canonical(entry.short) == key || canonical(entry.long) == key {
      return .category(entry.short)
    }
    return nil
  }

  /// The class `[:name:]`.
  static func posix(_ name: String) -> ScalarProperty? {
    switch name {
    case "alpha": .alphabetic
    case "digit": .digit
    case "alnum": .alphanumeric
    case "upper": .uppercase
    case "lower": .lowercase
    case "space": .space
    case "punct": .category("P")
    case "xdigit": .hexDigit
    case "word": .word
    default: nil
    }
  }

  /// All names in their preferred spelling.
  static let names: [String] =
    categories.flatMap { [$0.short, $0.long] } + [
      "Alphabetic", "Uppercase", "Lowercase", "White_Space", "ASCII", "Emoji_Presentation",
    ]

  private static let byName: [String: ScalarProperty] = [
    "alphabetic": .alphabetic, "alpha": .alphabetic, "uppercase": .uppercase, "upper": .uppercase,
    "lowercase": .lowercase, "lower": .lowercase, "whitespace": .space, "space": .space,
    "ascii": .ascii, "emojipresentation": .emoji, "word": .word, "digit": .digit,
    "alnum": .alphanumeric, "punct": .category("P"),
  ]

  private static func canonical(_ name: String) -> String {
    String(name.lowercased().filter { !"_- ".contains($0) })
  }

  private static func shortName(_ category: Unicode.GeneralCategory) -> String {
    shortNames[category] ?? "Cn"
  }

  private static let shortNames = Dictionary(
    uniqueKeysWithValues: categories.compactMap { entry in
      entry.category.map { ($0, entry.short) }
    }
  )

  private static let categories:
    [(short: String, long: String, category: Unicode.GeneralCategory?)] = [
      ("L", "Letter", nil), ("Lu", "Uppercase_Letter", .uppercaseLetter),
      ("Ll", "Lowercase_Letter", .lowercaseLetter), ("Lt", "Titlecase_Letter", .titlecaseLetter),
      ("Lm", "Modifier_Letter", .modifierLetter), ("Lo", "Other_Letter", .otherLetter),
      ("M", "Mark", nil), ("Mn", "Nonspacing_Mark", .nonspacingMark),
      ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
      ("N", "Number", nil), ("Nd", "Decimal_Number", .decimalNumber),
      ("Nl", "Letter_Number", .letterNumber), ("No", "Other_Number", .otherNumber),
      ("P", "Punctuation", nil), ("Pc", "Connector_Punctuation", .connectorPunctuation),
      ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
      ("Pe", "Close_Punctuation", .closePunctuation),
      ("Pi", "Initial_Punctuation", .initialPunctuation),
      ("Pf", "Final_Punctuation", .finalPunctuation),
      ("Po", "Other_Punctuation", .otherPunctuation),
      ("S", "Symbol", nil), ("Sm", "Math_Symbol", .mathSymbol),
      ("Sc", "Currency_Symbol", .currencySymbol), ("Sk", "Modifier_Symbol", .modifierSymbol),
      ("So", "Other_Symbol", .otherSymbol), ("Z", "Separator", nil),
      ("Zs", "Space_Separator", .spaceSeparator), ("Zl", "Line_Separator", .lineSeparator),
      ("Zp", "Paragraph_Separator", .paragraphSeparator), ("C", "Other", nil),
      ("Cc", "Control", .control), ("Cf", "Format", .format), ("Cs", "Surrogate", .surrogate),
      ("Co", "Private_Use", .privateUse), ("Cn", "Unassigned", .unassigned),
    ]
}
