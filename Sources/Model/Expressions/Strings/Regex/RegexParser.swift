/// Parses a regular expression.
struct RegexParser {
  /// The current flags.
  struct Flags {
    var ignoresCase = false
    var dotMatchesAll = false
    var matchesLines = false
  }

  /// The scalars of the pattern.
  let scalars: [Unicode.Scalar]
  /// The offset of each scalar in the pattern's UTF-8, and the end.
  private let offsets: [Int]
  let ignoresDiacritics: Bool
  var position = 0
  var flags = Flags()
  private var depth = 0
  private var groupCount = 0

  private init(_ pattern: String, ignoresCase: Bool, ignoresDiacritics: Bool) {
    scalars = Array(pattern.unicodeScalars)
    offsets = scalars.reduce(into: [0]) { $0.append(($0.last ?? 0) + UTF8.width($1)) }
    self.ignoresDiacritics = ignoresDiacritics
    flags.ignoresCase = ignoresCase
  }

  /// The tree of `pattern`.
  static func parse(
    _ pattern: String,
    ignoresCase: Bool,
    ignoresDiacritics: Bool
  ) throws(RegexError) -> RegexNode {
    var parser = RegexParser(
      pattern,
      ignoresCase: ignoresCase,
      ignoresDiacritics: ignoresDiacritics
    )
    let node = try parser.choice()
    if parser.current != nil { throw parser.error(.unopened, from: parser.position) }
    return node
  }

  /// `a|b`
  private mutating func choice() throws(RegexError) -> RegexNode {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(RegexError) -> RegexNode {
    var parts: [RegexNode] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      let start = position
      guard let atom = try atom() else {
        // Flags cannot be repeated.
        if isAtRepeat { throw error(.nothingToRepeat, from: position) }
        continue
      }
      parts.append(try repeated(atom, from: start))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// A character, class, assertion or group; nil for `(?i)`, which only sets flags.
  private mutating func atom() throws(RegexError) -> RegexNode? {
    let start = position
    guard let scalar = advance() else { return .empty }
    switch scalar {
    case "(": return try group(from: start)
    case "[": return .set(try characterClass(from: start))
    case ".": return .set(anything)
    case "^": return .assertion(flags.matchesLines ? .lineStart : .textStart)
    case "$": return .assertion(flags.matchesLines ? .lineEnd : .textEnd)
    case "\\": return try escape(from: start)
    case "*", "+", "?", "{": throw error(.nothingToRepeat, from: start)
    default: return literal(scalar.value)
    }
  }

  private var anything: ScalarSet {
    var set = flags.dotMatchesAll ? ScalarSet() : ScalarSet.lineEnds
    set.isNegated = true
    return set
  }

  /// A literal scalar; several if it is decomposed to ignore diacritics.
  func literal(_ scalar: UInt32) -> RegexNode {
    let parts = ignoresDiacritics ? FoldedText.withoutDiacritics(scalar) : [scalar]
    let sets = parts.map { part in
      var set = ScalarSet.scalar(part)
      if flags.ignoresCase, CaseVariants.hasCase(part) {
        set.ignoreCase()
      }
      return RegexNode.set(set)
    }
    return sets.count == 1 ? sets[0] : .sequence(sets)
  }

  /// `( … )`, `(?: … )`, `(?i)`, `(?<name> … )`
  private mutating func group(from start: Int) throws(RegexError) -> RegexNode? {
    let outer = flags
    let opening = try groupOpening(from: start)
    if opening == .flagsOnly { return nil }
    if opening == .numbered { groupCount += 1 }
    let number = groupCount
    depth += 1
    if depth > RegexLimits.depth { throw error(.tooDeep, from: start) }
    let body = try choice()
    guard take(")") else { throw error(.unclosed("("), from: start, to: start + 1) }
    depth -= 1
    flags = outer
    return opening == .numbered ? .group(number, body) : body
  }
}

/// Reading the pattern.
extension RegexParser {
  /// The next scalar; nil at the end.
  var current: Unicode.Scalar? { scalar(ahead: 0) }

  func scalar(ahead count: Int) -> Unicode.Scalar? {
    position + count < scalars.count ? scalars[position + count] : nil
  }

  @discardableResult
  mutating func advance() -> Unicode.Scalar? {
    guard let scalar = current else { return nil }
    position += 1
    return scalar
  }

  /// Consumes `scalar` if it is next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  /// Consumes `text` if it is next.
  mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  /// Consumes the scalars up to `end` and `end` itself; nil if it is missing.
  mutating func text(until end: Unicode.Scalar) -> String? {
    guard let close = scalars[position...].firstIndex(of: end) else { return nil }
    defer { position = close + 1 }
    return String(String.UnicodeScalarView(scalars[position..<close]))
  }

  /// An error from `start` to `end`, by default the current position.
  func error(_ problem: RegexError.Problem, from start: Int, to end: Int? = nil) -> RegexError {
    let first = min(start, scalars.count)
    let last = min(max(end ?? position, first + 1), scalars.count)
    return RegexError(problem: problem, range: offsets[first]..<offsets[max(last, first)])
  }
}
