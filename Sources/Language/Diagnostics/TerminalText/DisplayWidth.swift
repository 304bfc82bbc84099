extension String {
  /// The number of terminal columns of this text, by grapheme cluster.
  ///
  /// East Asian wide scalars and emoji count 2, marks and controls 0, ambiguous scalars 1. Escape
  /// text with control characters first: see ``escapedForTerminal``.
  public var displayWidth: Int {
    if let width = latinWidth { return width }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The number of scalars, which is also the width, if all are visible ASCII or Latin letters from
  /// U+00C0 to U+02FF; nil for other text.
  var latinWidth: Int? {
    var count = 0
    for byte in utf8 {
      switch byte {
      case 0x20..<0x7F, 0xC3...0xCB: count += 1
      case 0x80..<0xC0: continue
      default: return nil
      }
    }
    return count
  }
}

extension Character {
  /// The number of terminal columns of this grapheme cluster: the sum of its scalars, but at most
  /// two for a combined emoji or letter.
  public var displayWidth: Int {
    let scalars = unicodeScalars
    guard let base = scalars.first else { return 0 }
    let first = base.displayWidth
    let rest = scalars.dropFirst()
    if rest.isEmpty { return first }
    if base.properties.isEmoji, rest.contains(where: { $0.value == 0xFE0F }) { return 2 }
    let sum = rest.reduce(first) { $0 + $1.displayWidth }
    return base.isASCII ? sum : min(sum, 2)
  }
}

extension Unicode.Scalar {
  /// The width of this scalar alone.
  var displayWidth: Int {
    if value < 0x300 { return isVisibleLatin ? 1 : 0 }
    if isZeroWidth { return 0 }
    return WideScalars.contains(self) ? 2 : 1
  }

  /// For scalars below U+0300: all except control characters and the soft hyphen.
  private var isVisibleLatin: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD: false
    default: true
    }
  }

  /// Nonspacing marks, format characters, and the vowels and finals of Hangul syllables.
  private var isZeroWidth: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return false
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return true
    default:
      return properties.isDefaultIgnorableCodePoint
    }
  }
}
