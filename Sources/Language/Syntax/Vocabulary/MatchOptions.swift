/// The options in brackets after a word operator, as in NSPredicate.
struct MatchOptions: Sendable, Hashable {
  let ignoresCase: Bool
  let ignoresDiacritics: Bool

  /// The options by their spelling in brackets.
  static let all: [String: MatchOptions] = [
    "c": MatchOptions(ignoresCase: true, ignoresDiacritics: false),
    "d": MatchOptions(ignoresCase: false, ignoresDiacritics: true),
    "cd": MatchOptions(ignoresCase: true, ignoresDiacritics: true),
    "dc": MatchOptions(ignoresCase: true, ignoresDiacritics: true),
  ]
}
