/// A string for loose comparison: canonical scalars without case, marks or both.
///
/// A character can become several elements (`ß` is `ss`, `ﬁ` is `fi`, a mark follows its letter).
/// All but the first are marked as inner, so that matches are whole characters: `straße` contains
/// `sse` but not `se`.
struct FoldedText: Sendable {
  private(set) var elements: [UInt32] = []

  /// Marks an element that continues a character.
  private static let inner: UInt32 = 1 << 31

  init(_ utf8: UnsafeBufferPointer<UInt8>, ignoringCase: Bool, ignoringDiacritics: Bool) {
    let text = CanonicalText(utf8)
    elements.reserveCapacity(text.scalars.count)
    for scalar in text.scalars {
      if scalar >= 0x300, ScalarData.isMark(scalar) {
        if ignoringDiacritics, !Self.makesAnotherLetter(scalar) { continue }
        elements.append(elements.isEmpty ? scalar : scalar | Self.inner)
      } else if ignoringCase {
        appendFolded(scalar)
      } else {
        elements.append(scalar)
      }
    }
  }

  /// The elements without their marks.
  var scalars: [UInt32] { elements.map(Self.scalar) }

  /// The scalars of `scalar` without diacritics: usually one, none for an accent.
  static func withoutDiacritics(_ scalar: UInt32) -> [UInt32] {
    guard scalar >= 0x80, let value = Unicode.Scalar(scalar) else { return [scalar] }
    return UTF8Text.withBytes(of: String(value)) {
      FoldedText($0, ignoringCase: false, ignoringDiacritics: true).scalars
    }
  }

  /// Whether a character begins at the element `index`, or the string ends there.
  func beginsCharacter(_ index: Int) -> Bool {
    index == elements.count || elements[index] & Self.inner == 0
  }

  /// Appends another string.
  mutating func append(_ other: FoldedText) {
    elements += other.elements
  }

  /// The folded string as ASCII bytes; nil if it is not ASCII.
  var asciiBytes: [UInt8]? {
    var bytes: [UInt8] = []
    for element in elements {
      let scalar = Self.scalar(element)
      guard scalar < 0x80 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: scalar))
    }
    return bytes
  }

  private mutating func appendFolded(_ scalar: UInt32) {
    CaseFolding.forEach(of: scalar) { folded, isFirst in
      elements.append(isFirst ? folded : folded | Self.inner)
    }
  }

  /// Marks that make a different letter and are therefore kept, like the precomposed letters that
  /// Foundation distinguishes (か and が, ا and آ, क and क़, = and ≠). The strokes of ø, ł and đ have
  /// no combining form; combining strokes are treated the same.
  private static func makesAnotherLetter(_ mark: UInt32) -> Bool {
    switch mark {
    case 0x335...0x338, 0x653...0x655, 0x3099, 0x309A: true
    default: mark >= 0x900 && ScalarData.combiningClass(of: mark) == nukta
    }
  }

  private static let nukta: UInt8 = 7
}

extension FoldedText {
  /// Whether both have the same scalars, regardless of character boundaries.
  func equals(_ other: FoldedText) -> Bool {
    elements.count == other.elements.count && hasMatch(of: other, at: 0)
  }

  /// Whether this string contains `needle`; always true for an empty one.
  func contains(_ needle: FoldedText) -> Bool {
    guard needle.elements.count <= elements.count else { return false }
    return (0...(elements.count - needle.elements.count)).contains { isWhole(needle, at: $0) }
  }

  /// Whether this string begins with `needle`.
  func starts(with needle: FoldedText) -> Bool {
    needle.elements.count <= elements.count && isWhole(needle, at: 0)
  }

  /// Whether this string ends with `needle`.
  func ends(with needle: FoldedText) -> Bool {
    let start = elements.count - needle.elements.count
    return start >= 0 && isWhole(needle, at: start)
  }

  /// Whether `needle` is at `start` and consists of whole characters.
  private func isWhole(_ needle: FoldedText, at start: Int) -> Bool {
    hasMatch(of: needle, at: start) && beginsCharacter(start)
      && beginsCharacter(start + needle.elements.count)
  }

  private func hasMatch(of needle: FoldedText, at start: Int) -> Bool {
    for (offset, element) in needle.elements.enumerated() {
      if Self.scalar(element) != Self.scalar(elements[start + offset]) { return false }
    }
    return true
  }

  private static func scalar(_ element: UInt32) -> UInt32 {
    element & ~inner
  }
}
