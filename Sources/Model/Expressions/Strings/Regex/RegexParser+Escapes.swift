/// Escapes.
extension RegexParser {
  /// Parses an escape outside of classes.
  mutating func escape(from start: Int) throws(RegexError) -> RegexNode {
    switch current {
    case "b": return assertion(.wordBoundary)
    case "B": return assertion(.noWordBoundary)
    case "A": return assertion(.textStart)
    case "z": return assertion(.textEnd)
    case "1", "2", "3", "4", "5", "6", "7", "8", "9", "k":
      advance()
      throw error(.unsupported(.backReference), from: start)
    default: break
    }
    switch try escapedItem(from: start) {
    case .scalar(let scalar): return literal(scalar)
    case .test(let test):
      var set = ScalarSet(properties: [test])
      if flags.ignoresCase { set.ignoreCase() }
      return .set(set)
    }
  }

  private mutating func assertion(_ assertion: RegexAssertion) -> RegexNode {
    advance()
    return .assertion(assertion)
  }

  /// The meaning of an escape.
  enum EscapedItem {
    case scalar(UInt32)
    case test(ScalarTest)
  }

  /// Parses an escape after its `\` at `start`.
  mutating func escapedItem(from start: Int) throws(RegexError) -> EscapedItem {
    guard let scalar = advance() else { throw error(.nothingEscaped, from: start) }
    if let control = Self.controls[scalar] { return .scalar(control) }
    if let property = Self.classes[scalar] { return .test(ScalarTest(property)) }
    let small = Unicode.Scalar(CaseFolding.lowercasedASCII(scalar.value)) ?? scalar
    if small != scalar, let property = Self.classes[small] {
      return .test(ScalarTest(property, isNegated: true))
    }
    switch scalar {
    case "p", "P": return .test(try property(isNegated: scalar == "P", from: start))
    case "u": return .scalar(try scalarValue(digits: 4, from: start))
    case "x": return .scalar(try scalarValue(digits: 2, from: start))
    default: break
    }
    let isWord = ScalarSet.word.contains(scalar.value)
    if isWord, Self.foreign.contains(scalar) {
      throw error(.unsupported(.escape), from: start)
    }
    if isWord { throw error(.unknownEscape, from: start) }
    return .scalar(scalar.value)
  }

  private static let controls: [Unicode.Scalar: UInt32] = [
    "n": 0x0A, "t": 0x09, "r": 0x0D, "f": 0x0C, "a": 0x07, "e": 0x1B,
  ]

  private static let classes: [Unicode.Scalar: ScalarProperty] = [
    "d": .digit, "w": .word, "s": .space,
  ]

  /// Escapes that ICU has.
  private static let foreign = Set("0cCGhHNQERUvVXZ".unicodeScalars)

  /// `p{L}`, `pL`, `P{^L}`
  private mutating func property(isNegated: Bool, from start: Int) throws(RegexError) -> ScalarTest
  {
    var name: String
    if take("{") {
      guard let text = text(until: "}") else {
        throw error(.unknownProperty(nearest: []), from: start)
      }
      name = text
    } else {
      name = advance().map { String($0) } ?? ""
    }
    var isNegated = isNegated
    if name.hasPrefix("^") {
      isNegated.toggle()
      name.removeFirst()
    }
    guard let property = ScalarProperty.named(name) else {
      throw error(.unknownProperty(nearest: Self.nearest(to: name)), from: start)
    }
    return ScalarTest(property, isNegated: isNegated)
  }

  /// Names with the same prefix as `name`.
  private static func nearest(to name: String) -> [String] {
    guard name.count > 1 else { return [] }
    let start = name.prefix(3).lowercased()
    return Array(ScalarProperty.names.filter { $0.lowercased().hasPrefix(start) }.prefix(2))
      .map { "\\p{\($0)}" }
  }

  /// `u{1F600}`, `u00E9`, `x{E9}`, `xE9`
  private mutating func scalarValue(digits: Int, from start: Int) throws(RegexError) -> UInt32 {
    var text = ""
    if take("{") {
      text = self.text(until: "}") ?? ""
    } else {
      while text.count < digits, let digit = current, digit.properties.isASCIIHexDigit {
        text.unicodeScalars.append(digit)
        advance()
      }
      if text.count < digits { text = "" }
    }
    let isShort = text.unicodeScalars.count <= 8 && !text.hasPrefix("+")
    guard isShort, let value = UInt32(text, radix: 16), Unicode.Scalar(value) != nil else {
      throw error(.invalidScalar, from: start)
    }
    return value
  }
}
