/// Replaces invisible and unsafe characters by visible escapes.
///
/// Control characters, line separators, bidirectional overrides and other invisible format
/// characters become `\n`, `\t`, `\u{1B}`. Joiners and variation selectors stay where scripts and
/// emoji need them: after a visible character beyond ASCII. Backslashes are not escaped, because
/// the result is for display only.
public func escapedForTerminal(_ text: String) -> String {
  escapedForTerminal(text) { $0.visibleEscape }
}

/// Replaces invisible and unsafe characters by JSON escapes, so that JSON stays valid.
public func escapedForTerminalAsJSON(_ text: String) -> String {
  escapedForTerminal(text) { scalar in
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

private func escapedForTerminal(
  _ text: String,
  by escape: (Unicode.Scalar) -> String
) -> String {
  if text.latinWidth != nil { return text }
  var result = ""
  result.reserveCapacity(text.utf8.count + 16)
  var previous: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    if scalar.isPrintable(after: previous) {
      result.unicodeScalars.append(scalar)
      previous = scalar
    } else {
      result += escape(scalar)
      previous = nil
    }
  }
  return result
}

extension Unicode.Scalar {
  /// `\n`, `\t`, `\r`, `\0` or `\u{1B}`.
  var visibleEscape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\0": "\\0"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }

  /// Whether this scalar can be printed unchanged after `previous`: it is not invisible, or affects
  /// the visible scalar before it, and changes no direction.
  package func isPrintable(after previous: Unicode.Scalar?) -> Bool {
    if value < 0x300 { return displayWidth > 0 }
    if (0xFFF9...0xFFFB).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: break
    }
    guard properties.isDefaultIgnorableCodePoint else { return true }
    return previous.map(isMeaningful(after:)) ?? false
  }

  /// Whether this invisible scalar affects the visible one before it.
  private func isMeaningful(after previous: Unicode.Scalar) -> Bool {
    if isEmojiTag { return previous.value == 0x1F3F4 || previous.isEmojiTag }
    if value == 0xFE0F { return previous.properties.isEmoji }
    guard properties.isGraphemeExtend || value == 0x200D, !previous.isASCII else { return false }
    return !previous.properties.isDefaultIgnorableCodePoint || previous.value == 0xFE0F
  }

  /// The tag letters after a black flag, as in the flag of Scotland.
  private var isEmojiTag: Bool { (0xE0020...0xE007F).contains(value) }
}
