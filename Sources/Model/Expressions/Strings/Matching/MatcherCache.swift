public import Model

/// A cache of prepared string operators.
public final class MatcherCache {
  private struct Key: Hashable {
    let match: StringMatch
    let needle: String

    // Compares scalars, unlike Swift's strings.
    static func == (left: Key, right: Key) -> Bool {
      left.match == right.match && left.needle.utf8.elementsEqual(right.needle.utf8)
    }
  }

  private var matchers: [Key: StringMatcher] = [:]
  private static let capacity = 1000

  /// An empty cache.
  public init() {}

  /// Whether `text match pattern` is true; always false with nil.
  public func holds(
    _ match: StringMatch,
    _ text: Value,
    _ pattern: Value
  ) throws(EvaluationError) -> Bool {
    guard case .string(let text) = text, case .string(let pattern) = pattern else { return false }
    return try matcher(match, pattern).matches(text)
  }

  private func matcher(
    _ match: StringMatch,
    _ needle: String
  ) throws(EvaluationError) -> StringMatcher {
    let key = Key(match: match, needle: needle)
    if let known = matchers[key] { return known }
    let matcher = try StringMatcher(match, needle: needle)
    if matchers.count >= Self.capacity { matchers.removeAll() }
    matchers[key] = matcher
    return matcher
  }
}
