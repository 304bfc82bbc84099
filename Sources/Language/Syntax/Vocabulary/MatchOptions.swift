/// The options in brackets after a word operator, as in NSPredicate, or after `unique`.
public struct MatchOptions: Sendable, Hashable {
  /// Whether case is ignored.
  public let ignoresCase: Bool
  /// Whether diacritics are ignored.
  public let ignoresDiacritics: Bool

  /// The options by their spelling in brackets.
  static let all: [String: MatchOptions] = [
    "c": MatchOptions(ignoresCase: true, ignoresDiacritics: false),
    "d": MatchOptions(ignoresCase: false, ignoresDiacritics: true),
    "cd": MatchOptions(ignoresCase: true, ignoresDiacritics: true),
    "dc": MatchOptions(ignoresCase: true, ignoresDiacritics: true),
  ]

  /// `[cd]`
  var spelling: String { "[\(ignoresCase ? "c" : "")\(ignoresDiacritics ? "d" : "")]" }
}
