/// The options in brackets behind a word operator, as NSPredicate has them.
struct MatchOptions: Sendable, Hashable {
  let ignoresCase: Bool
  let ignoresDiacritics: Bool

  /// The options by what stands in the brackets.
  static let all: [String: MatchOptions] = [
    "c": MatchOptions(ignoresCase: true, ignoresDiacritics: false),
    "d": MatchOptions(ignoresCase: false, ignoresDiacritics: true),
    "cd": MatchOptions(ignoresCase: true, ignoresDiacritics: true),
    "dc": MatchOptions(ignoresCase: true, ignoresDiacritics: true),
  ]
}
