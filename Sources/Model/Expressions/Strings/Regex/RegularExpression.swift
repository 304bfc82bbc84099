import Foundation
import Synchronization

/// A compiled regular expression of Martlet's own dialect.
///
/// The dialect is Perl's, except for constructs that cannot be matched in linear time:
/// backreferences and lookaround. Case-insensitive matching maps single scalars, as defined by
/// Unicode.
public final class RegularExpression: @unchecked Sendable {
  // Matching changes the machine; the lock makes that safe.
  private let lock = NSLock()
  private var machine: RegexMachine
  private let ignoresDiacritics: Bool
  private let node: RegexNode
  private var compiledSearch: RegexSearch?
  /// The buffers of searches that have ended; each thread takes some.
  private let buffers = Mutex<[RegexSearch.Buffers]>([])

  /// Compiles `pattern`. Ignoring diacritics removes them from strings and the pattern.
  public init(
    _ pattern: String,
    ignoresCase: Bool = false,
    ignoresDiacritics: Bool = false
  ) throws(RegexError) {
    let node = try RegexParser.parse(
      pattern,
      ignoresCase: ignoresCase,
      ignoresDiacritics: ignoresDiacritics
    )
    guard node.size < RegexLimits.size else {
      throw RegexError(problem: .tooLarge, range: 0..<pattern.utf8.count)
    }
    machine = RegexMachine(RegexProgram(node))
    self.ignoresDiacritics = ignoresDiacritics
    self.node = node
  }

  /// The search for positions, which only a few expressions need.
  private var search: RegexSearch {
    lock.lock()
    defer { lock.unlock() }
    if let compiledSearch { return compiledSearch }
    let search = RegexSearch(RegexProgram(node, capturing: true))
    compiledSearch = search
    return search
  }

  /// The number of groups of a pattern; nil if it is invalid.
  public static func groupCount(of pattern: String) -> Int? { cached(pattern)?.groupCount }

  /// The number of groups.
  private var groupCount: Int { search.groupCount }

  /// The text of group `group` of the first match, 0 for the whole match; nil without a match, or
  /// if the group is not part of it.
  func firstMatch(in text: String, group: Int) -> String? {
    let scalars = Array(text.unicodeScalars)
    var budget = Int.max
    let match = withBuffers { search, buffers in
      search.firstMatch(in: scalars, from: 0, &budget, &buffers)
    }
    guard let range = match?.range(of: group) else { return nil }
    return String(String.UnicodeScalarView(scalars[range]))
  }

  private func withBuffers<Result>(
    _ body: (RegexSearch, inout RegexSearch.Buffers) -> Result
  ) -> Result {
    let search = search
    var own = buffers.withLock { $0.popLast() } ?? RegexSearch.Buffers(search)
    defer { buffers.withLock { $0.append(own) } }
    return body(search, &own)
  }

  /// The text with each match replaced; `$1` in the replacement is the text of a group.
  ///
  /// Each search begins after the previous match. One that reads much further than its match makes
  /// the whole quadratic, so the number of steps is limited.
  func replacingMatches(
    in text: String,
    with replacement: String
  ) throws(NumberFunctions.OutOfRange) -> String {
    let scalars = Array(text.unicodeScalars)
    let search = search
    var buffers = RegexSearch.Buffers(search)
    var result = String.UnicodeScalarView()
    var (position, length) = (0, 0)
    var budget = Self.maxSteps
    while position <= scalars.count,
      let match = search.firstMatch(in: scalars, from: position, &budget, &buffers),
      let range = match.range(of: 0)
    {
      let replaced = match.expanding(replacement, in: scalars)
      result.append(contentsOf: scalars[position..<range.lowerBound])
      result.append(contentsOf: replaced)
      length += range.lowerBound - position + replaced.count
      guard budget > 0, length <= TextFunctions.maxBytes else { throw NumberFunctions.OutOfRange() }
      position = range.upperBound
      guard range.isEmpty else { continue }
      // An empty match is followed by one scalar that is kept.
      if position < scalars.count { result.append(scalars[position]) }
      position += 1
    }
    guard budget > 0 else { throw NumberFunctions.OutOfRange() }
    if position < scalars.count { result.append(contentsOf: scalars[position...]) }
    return String(result)
  }

  /// The most steps of a replacement in one string: seconds.
  private static let maxSteps = 20_000_000

  private static let cache = Mutex<[String: RegularExpression]>([:])
  private static let capacity = 100

  /// The expression of a pattern, from a cache; nil if it is invalid.
  static func cached(_ pattern: String) -> RegularExpression? {
    cache.withLock { cache in
      if let known = cache[pattern] { return known }
      guard let expression = try? RegularExpression(pattern) else { return nil }
      if cache.count >= capacity { cache.removeAll() }
      cache[pattern] = expression
      return expression
    }
  }

  /// Whether a part of `text` matches.
  public func matches(_ text: String) -> Bool {
    UTF8Text.withBytes(of: text, matches)
  }

  /// Whether a part of a string matches, given as UTF-8.
  public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard ignoresDiacritics, !UTF8Text.isASCII(text) else { return machine.matches(text) }
    return machine.matches(
      FoldedText(text, ignoringCase: false, ignoringDiacritics: true).scalars
    )
  }
}
