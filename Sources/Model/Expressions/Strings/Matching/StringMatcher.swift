public import Model

/// A string operator with its right side, prepared for many left sides: `name ~ "vac"`.
///
/// - `~` and `=~` ignore case and diacritics. `contains`, `starts with` and `ends with` compare
///   scalars as stored, unless they have `[c]` or `[d]`. The loose forms do not depend on a locale,
///   and treat precomposed and combining forms alike.
/// - Every string contains, starts with and ends with the empty string, as in Swift. `~ ""` is
///   false, as in `localizedStandardContains`. A needle of ignored marks alone is never found.
/// - `like` and `matches` have patterns on their right side; see `LikePattern` and
///   ``RegularExpression``.
public struct StringMatcher: Sendable {
  /// Tests a string given as UTF-8.
  public let test: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
  private let needle: Needle

  /// The prepared needle.
  private enum Needle {
    /// Nothing matches.
    case unmatchable
    /// The bytes as stored.
    case exact(ByteSearch)
    /// The folded needle; `ascii` is for ASCII strings, nil if none can match.
    case folded(FoldedText, ascii: ByteSearch?)
    case like(LikePattern)
    case expression(RegularExpression)
  }

  /// Prepares `match` for the right side `needle`. Throws if that is an invalid regular expression.
  public init(_ match: StringMatch, needle: String) throws(EvaluationError) {
    self.needle = try Self.prepared(needle, for: match)
    test = Self.test(match, self.needle)
  }

  /// Whether the operator is true for a left side.
  public func matches(_ text: String) -> Bool {
    UTF8Text.withBytes(of: text, matches)
  }

  /// Whether the operator is true for a left side given as UTF-8.
  public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool { test(text) }

  /// The needle if case or diacritics are ignored.
  public var foldedNeedle: FoldedNeedle {
    switch needle {
    case .unmatchable: .nowhere
    case .folded(let folded, _):
      .folded(ascii: folded.asciiBytes.map { String(decoding: $0, as: UTF8.self) })
    case .exact, .like, .expression: .none
    }
  }

  /// Selects the test once, not for each string.
  private static func test(
    _ match: StringMatch,
    _ needle: Needle
  ) -> @Sendable (UnsafeBufferPointer<UInt8>) -> Bool {
    switch needle {
    case .unmatchable: { _ in false }
    case .exact(let search): { match.operation.holds(search, $0) }
    case .folded(let folded, let ascii?):
      { text in
        UTF8Text.isASCII(text)
          ? match.operation.holds(ascii, text) : match.operation.holds(folded, match.folding(text))
      }
    case .folded(let folded, nil):
      { !UTF8Text.isASCII($0) && match.operation.holds(folded, match.folding($0)) }
    case .like(let pattern): { pattern.matches($0) }
    case .expression(let expression): { expression.matches($0) }
    }
  }

  private static func prepared(
    _ needle: String,
    for match: StringMatch
  ) throws(EvaluationError) -> Needle {
    switch match.operation {
    case .like:
      return .like(
        LikePattern(
          needle,
          ignoresCase: match.ignoresCase,
          ignoresDiacritics: match.ignoresDiacritics
        )
      )
    case .matches:
      return .expression(try expression(needle, match))
    case .looselyContains, .looselyEquals, .contains, .startsWith, .endsWith:
      return plain(needle, match)
    }
  }

  private static func expression(
    _ pattern: String,
    _ match: StringMatch
  ) throws(EvaluationError) -> RegularExpression {
    do {
      return try RegularExpression(
        pattern,
        ignoresCase: match.ignoresCase,
        ignoresDiacritics: match.ignoresDiacritics
      )
    } catch {
      throw .badPattern(pattern, error)
    }
  }

  private static func plain(_ needle: String, _ match: StringMatch) -> Needle {
    if match.operation == .looselyContains, needle.isEmpty { return .unmatchable }
    guard match.isFolding else {
      return .exact(ByteSearch(Array(needle.utf8), ignoringCase: false))
    }
    let folded = UTF8Text.withBytes(of: needle, match.folding)
    if folded.elements.isEmpty, !needle.isEmpty, match.operation != .looselyEquals {
      return .unmatchable
    }
    let ascii = folded.asciiBytes.map { ByteSearch($0, ignoringCase: match.foldsCase) }
    return .folded(folded, ascii: ascii)
  }
}

/// The needle of an operator that ignores case or diacritics.
public enum FoldedNeedle: Hashable, Sendable {
  /// The operator ignores neither.
  case none
  /// No string matches.
  case nowhere
  /// The needle for ASCII strings, whose case may still matter; nil if none can match.
  case folded(ascii: String?)
}

extension StringMatch.Operation {
  fileprivate func holds(_ search: ByteSearch, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .looselyContains, .contains: search.isContained(in: text)
    case .looselyEquals: search.equals(text)
    case .startsWith: search.startsText(text)
    case .endsWith: search.endsText(text)
    case .like, .matches: false
    }
  }

  fileprivate func holds(_ needle: FoldedText, _ text: FoldedText) -> Bool {
    switch self {
    case .looselyContains, .contains: text.contains(needle)
    case .looselyEquals: text.equals(needle)
    case .startsWith: text.starts(with: needle)
    case .endsWith: text.ends(with: needle)
    case .like, .matches: false
    }
  }
}

extension StringMatch {
  private var isLoose: Bool { operation == .looselyContains || operation == .looselyEquals }

  /// A string that is the same for all strings that the operator treats alike.
  public func folded(_ text: String) -> String {
    UTF8Text.withBytes(of: text) { bytes in
      if UTF8Text.isASCII(bytes) { return foldsCase ? text.lowercased() : text }
      var folded = String.UnicodeScalarView()
      folded.append(contentsOf: folding(bytes).scalars.compactMap(Unicode.Scalar.init))
      return String(folded)
    }
  }

  /// The values of a key with folded strings.
  public func folded(_ values: [Value]) -> [Value] {
    values.map { if case .string(let text) = $0 { .string(folded(text)) } else { $0 } }
  }

  fileprivate var foldsCase: Bool { isLoose || ignoresCase }

  fileprivate var foldsDiacritics: Bool { isLoose || ignoresDiacritics }

  fileprivate var isFolding: Bool { foldsCase || foldsDiacritics }

  fileprivate func folding(_ text: UnsafeBufferPointer<UInt8>) -> FoldedText {
    FoldedText(text, ignoringCase: foldsCase, ignoringDiacritics: foldsDiacritics)
  }
}
