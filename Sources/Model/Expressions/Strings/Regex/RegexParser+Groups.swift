/// Groups and quantifiers.
extension RegexParser {
  enum GroupOpening {
    /// The body follows.
    case body
    /// The body of a numbered group follows.
    case numbered
    /// `(?i)`: the flags apply to the rest of the enclosing group.
    case flagsOnly
  }

  /// Parses what comes between `(` and the body.
  mutating func groupOpening(from start: Int) throws(RegexError) -> GroupOpening {
    guard take("?") else { return .numbered }
    if take(":") { return .body }
    for (opening, construct) in Self.unsupportedGroups where take(opening) {
      throw error(.unsupported(construct), from: start)
    }
    if take("P<") || take("<") {
      guard text(until: ">") != nil else { throw error(.unclosed("("), from: start, to: start + 1) }
      return .numbered
    }
    return try flagGroup()
  }

  private static let unsupportedGroups: [(String, RegexConstruct)] = [
    ("=", .lookaround), ("!", .lookaround), ("<=", .lookaround), ("<!", .lookaround),
    (">", .atomicGroup), ("(", .conditionalGroup), ("R", .recursion), ("&", .recursion),
    ("0", .recursion), ("1", .recursion), ("P>", .recursion), ("P=", .backReference),
    ("#", .comment),
  ]

  /// `i)`, `i-s:`
  private mutating func flagGroup() throws(RegexError) -> GroupOpening {
    var isOn = true
    while let scalar = current {
      let start = position
      advance()
      switch scalar {
      case "i": flags.ignoresCase = isOn
      case "s": flags.dotMatchesAll = isOn
      case "m": flags.matchesLines = isOn
      case "-": isOn = false
      case ":": return .body
      case ")": return .flagsOnly
      default: throw error(.unknownFlag, from: start)
      }
    }
    throw error(.unclosed("("), from: scalars.count - 1)
  }

  var isAtRepeat: Bool {
    guard let scalar = current else { return false }
    return scalar == "*" || scalar == "+" || scalar == "?" || scalar == "{"
  }

  /// `atom` with its quantifier: `*`, `+`, `?`, `{2,5}`, `*?`.
  mutating func repeated(_ atom: RegexNode, from start: Int) throws(RegexError) -> RegexNode {
    guard isAtRepeat else { return atom }
    let bounds = try repeatBounds()
    let isLazy = take("?")
    if !isLazy, current == "+" {
      advance()
      throw error(.unsupported(.possessiveRepeat), from: position - 2)
    }
    if isAtRepeat {
      advance()
      throw error(.repeatedTwice, from: position - 1)
    }
    return .repetition(atom, least: bounds.least, most: bounds.most, isLazy: isLazy)
  }

  private mutating func repeatBounds() throws(RegexError) -> (least: Int, most: Int?) {
    let start = position
    switch advance() {
    case "*": return (0, nil)
    case "+": return (1, nil)
    case "?": return (0, 1)
    default: break
    }
    guard let least = try count() else { throw error(.countExpected, from: start) }
    var most: Int? = least
    if take(",") { most = try count() }
    guard take("}") else { throw error(.countExpected, from: start) }
    if let most, most < least { throw error(.reversedCount, from: start) }
    return (least, most)
  }

  /// A count of at most ``RegexLimits/count``; nil without a digit.
  private mutating func count() throws(RegexError) -> Int? {
    let start = position
    var value: Int?
    while let digit = current, ("0"..."9").contains(digit) {
      advance()
      value = min((value ?? 0) * 10 + Int(digit.value - 0x30), RegexLimits.count + 1)
    }
    if let value, value > RegexLimits.count { throw error(.countTooLarge, from: start) }
    return value
  }
}
