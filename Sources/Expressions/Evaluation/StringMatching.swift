public import Model

/// String operators between two values; with nil on either side none holds.
public enum StringMatching {
  /// Whether `text match pattern` holds.
  public static func holds(_ match: StringMatch, _ text: Value, _ pattern: Value) -> Bool {
    guard case .string(let text) = text, case .string(let pattern) = pattern else { return false }
    return StringMatcher(match, needle: pattern).matches(text)
  }
}
