/// Unicode properties of scalars, with tables for frequent lookups.
///
/// The tables are created when first needed (about 1 ms for Latin, Greek, Cyrillic and similar
/// scripts, a tenth of that for the first Latin letters), never for ASCII.
enum ScalarData {
  /// The canonical decomposition of `scalar`; empty if it has none. Hangul is not decomposed.
  static func decomposition(of scalar: UInt32) -> ArraySlice<UInt32> {
    if scalar < 0xC0 { return [] }
    if isLatin(scalar) { return latinDecompositions.sequence(of: scalar) }
    if isNear(scalar) { return nearDecompositions.sequence(of: scalar) }
    return canDecompose(scalar) ? farDecompositions.sequence(of: scalar) : []
  }

  /// The full case folding of `scalar`; empty if it folds to itself.
  static func caseFolding(of scalar: UInt32) -> ArraySlice<UInt32> {
    if isLatin(scalar) { return latinFoldings.sequence(of: scalar) }
    if isNear(scalar) { return nearFoldings.sequence(of: scalar) }
    let isEastAsian = (0x2E80..<0xA640).contains(scalar) || isUnadorned(scalar)
    return isEastAsian ? [] : CaseFolding.computed(scalar)[...]
  }

  /// The canonical combining class; 0 for scalars that start a character.
  static func combiningClass(of scalar: UInt32) -> UInt8 {
    guard canBeMark(scalar), let value = Unicode.Scalar(scalar) else { return 0 }
    return value.properties.canonicalCombiningClass.rawValue
  }

  /// Whether `scalar` is a nonspacing mark.
  static func isMark(_ scalar: UInt32) -> Bool {
    guard canBeMark(scalar) else { return false }
    if scalar < 0x370 { return true }
    let category = Unicode.Scalar(scalar)?.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  /// Whether `scalar` is Han or a Hangul syllable, which have no case and no marks.
  static func isUnadorned(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3400..<0xA000, 0xAC00..<0xD7A4: true
    default: false
    }
  }

  /// Whether `scalar` is an uppercase letter.
  static func isUppercase(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return scalar &- 0x41 < 26 }
    guard !caseFolding(of: scalar).isEmpty, let properties = Unicode.Scalar(scalar)?.properties
    else { return false }
    return properties.isUppercase || properties.generalCategory == .titlecaseLetter
  }
}

extension ScalarData {
  /// The letters of Western and Central European languages.
  private static let latin: [Range<UInt32>] = [0x80..<0x180]

  /// More Latin, Greek, Cyrillic, Armenian, Hebrew, and extended Latin and Greek.
  private static let near: [Range<UInt32>] = [0x180..<0x600, 0x1E00..<0x2000]

  /// Other ranges with canonical decompositions.
  private static let farDecomposing: [Range<UInt32>] = [
    0x304C..<0x30FF, 0x622..<0x6D4, 0x929..<0x0FBA, 0x1026..<0x1027, 0x1B06..<0x1B44,
    0x2000..<0x2002,
    0x2126..<0x212C, 0x219A..<0x22EE, 0x2329..<0x232B, 0x2ADC..<0x2ADD,
    0xF900..<0xFB4F, 0x105C9..<0x105E5, 0x1109A..<0x11939, 0x16121..<0x16D6B, 0x1D15E..<0x1D1C1,
    0x2F800..<0x2FA1E,
  ]

  private static let latinDecompositions = ScalarMap.decompositions(in: latin)
  private static let latinFoldings = ScalarMap.caseFoldings(in: latin)
  private static let nearDecompositions = ScalarMap.decompositions(in: near)
  private static let nearFoldings = ScalarMap.caseFoldings(in: near)
  private static let farDecompositions = ScalarMap.decompositions(in: farDecomposing)

  private static func isLatin(_ scalar: UInt32) -> Bool { (0x80..<0x180).contains(scalar) }

  private static func isNear(_ scalar: UInt32) -> Bool {
    scalar < 0x600 || (0x1E00..<0x2000).contains(scalar)
  }

  /// A quick check for `farDecomposing`.
  private static func canDecompose(_ scalar: UInt32) -> Bool {
    if isUnadorned(scalar) || (0x2002..<0x2126).contains(scalar) { return false }
    return scalar < 0x30FF || scalar >= 0xF900
  }

  /// A quick check that excludes the letters of common scripts.
  private static func canBeMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x300, 0x370..<0x483, 0x48A..<0x591, 0x1E00..<0x2000, 0x3041..<0x3099, 0x309B..<0x3400:
      false
    default: !isUnadorned(scalar)
    }
  }
}
