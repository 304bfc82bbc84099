public import Model

/// A string operator with its right side, ready for many left sides: `name ~ "vac"`.
///
/// - `~` and `=~` ignore case and diacritics, `contains`, `starts with` and `ends with` compare the
///   scalars as stored unless `[c]` or `[d]` says otherwise. The loose forms never depend on a
///   locale, and a composed letter and its combining form are the same to them.
/// - Every text contains, starts with and ends with the empty text, as in Swift; `~ ""` is false,
///   as in `localizedStandardContains`. A needle of ignored marks alone is found nowhere.
/// - `like` and `matches` have patterns on their right side; see ``LikePattern`` and
///   ``RegularExpression``.
public struct StringMatcher: Sendable {
  /// Tests a text given as its UTF-8 bytes.
  public let test: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
  private let needle: Needle

  /// How the needle is compared.
  private enum Needle {
    /// Nothing can match.
    case unmatchable
    /// The bytes as stored.
    case exact(ByteSearch)
    /// Folded; `ascii` serves ASCII texts and is nil if the needle can't stand in one.
    case folded(FoldedText, ascii: ByteSearch?)
    case like(LikePattern)
    case expression(RegularExpression)
  }

  /// Prepares `match` for the right side `needle`, which may be no regular expression.
  public init(_ match: StringMatch, needle: String) throws(EvaluationError) {
    self.needle = try Self.prepared(needle, for: match)
    test = Self.test(match, self.needle)
  }

  /// Whether the operator holds for a text on its left side.
  public func matches(_ text: String) -> Bool {
    UTF8Text.withBytes(of: text, matches)
  }

  /// Whether the operator holds for a text on its left side, given as its UTF-8 bytes.
  public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool { test(text) }

  /// What is looked for where case or diacritics are ignored.
  public var foldedNeedle: FoldedNeedle {
    switch needle {
    case .unmatchable: .nowhere
    case .folded(let folded, _):
      .folded(ascii: folded.asciiBytes.map { String(decoding: $0, as: UTF8.self) })
    case .exact, .like, .expression: .none
    }
  }

  /// The needle is looked at once, not with each text.
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

/// What an operator that ignores case or diacritics looks for.
public enum FoldedNeedle: Hashable, Sendable {
  /// The operator ignores neither.
  case none
  /// No text matches.
  case nowhere
  /// The needle as it stands in texts of ASCII, whose case may still count; nil if it stands in none.
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

  fileprivate var foldsCase: Bool { isLoose || ignoresCase }

  fileprivate var foldsDiacritics: Bool { isLoose || ignoresDiacritics }

  fileprivate var isFolding: Bool { foldsCase || foldsDiacritics }

  fileprivate func folding(_ text: UnsafeBufferPointer<UInt8>) -> FoldedText {
    FoldedText(text, ignoringCase: foldsCase, ignoringDiacritics: foldsDiacritics)
  }
}
