/// Secondary weights: accents, and letters that sort after similar ones.
enum AccentWeight {
  /// A character without any accent.
  static let plain: UInt8 = 1

  /// The accents in their order: acute, grave, breve, circumflex, caron, ring, diaeresis, double
  /// acute, tilde, dot, ogonek, cedilla, stroke, macron.
  static let ordered: [UInt32] = [
    0x301, 0x300, 0x306, 0x302, 0x30C, 0x30A, 0x308, 0x30B, 0x303, 0x307, 0x328, 0x327, stroke,
    0x304,
  ]

  /// The first byte of all other marks; the scalar follows.
  static let other = plain + UInt8(ordered.count) + 1

  /// The difference between æ and ae, ß and ss, ð and d; it follows the first letter.
  static let variant = other + 1

  /// The stroke of ø, ł and đ, which Unicode does not decompose.
  static let stroke: UInt32 = 0x338

  /// The weight of a mark; `other` if its scalar must follow.
  static func weight(of mark: UInt32) -> UInt8 {
    guard let index = ordered.firstIndex(of: mark) else { return other }
    return plain + 1 + UInt8(index)
  }
}

/// Letters that the standard order decomposes although Unicode does not.
enum SortingExpansion {
  /// ASCII letters with an accent weight.
  struct Parts {
    let letters: [UInt8]
    let accent: UInt8
  }

  /// `ø` sorts as `o` with a stroke, `æ` as `ae`; each in both cases.
  private static let written: [(letters: String, sortedAs: String, accent: UInt8)] = [
    ("øØ", "o", stroked), ("łŁ", "l", stroked), ("đĐ", "d", stroked), ("ħĦ", "h", stroked),
    ("ðÐ", "d", variant), ("ŀĿ", "l", variant), ("æÆ", "ae", variant), ("œŒ", "oe", variant),
    ("ĳĲ", "ij", variant), ("ßẞ", "ss", variant),
  ]

  private static let stroked = AccentWeight.weight(of: AccentWeight.stroke)
  private static let variant = AccentWeight.variant

  /// The parts of `scalar`, if it is one of these letters.
  static func parts(of scalar: UInt32) -> Parts? {
    scalar < 0x180 || scalar == 0x1E9E ? parts[scalar] : nil
  }

  private static let parts: [UInt32: Parts] = {
    var parts: [UInt32: Parts] = [:]
    for (letters, sortedAs, accent) in written {
      for letter in letters.unicodeScalars {
        parts[letter.value] = Parts(letters: Array(sortedAs.utf8), accent: accent)
      }
    }
    return parts
  }()

  /// Letters that sort after an ASCII letter.
  private static let writtenAfter: [(letter: Character, others: String)] = [
    ("d", "ɖɗ"), ("e", "ǝəɛ"), ("f", "ƒ"), ("i", "ı"), ("n", "ŋ"), ("o", "ɔ"), ("q", "ĸ"),
    ("t", "ŧ"),
  ]

  /// The ASCII letter that the lowercase letter `scalar` sorts after.
  static func predecessor(of scalar: UInt32) -> UInt8? {
    scalar < 0x300 ? predecessors[scalar] : nil
  }

  private static let predecessors: [UInt32: UInt8] = {
    var predecessors: [UInt32: UInt8] = [:]
    for (letter, others) in writtenAfter {
      for other in others.unicodeScalars { predecessors[other.value] = letter.asciiValue }
    }
    return predecessors
  }()
}
