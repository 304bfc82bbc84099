public import Model

/// The string operators as functions of SQL, which a connection has to know: SQLite has none that ignore
/// case and diacritics as the language does.
///
/// `martlet_contains_cd(text, needle)` is 1 or 0, NULL without a text.
public enum TextFunction {
  /// What the order of texts that `sort` has by itself is called as a collation.
  public static let standardOrder = "martlet_standard"

  /// All operators that are functions: those that do not compare the scalars as stored. Patterns are
  /// better tried once for each distinct text.
  public static let all: [StringMatch] = StringMatch.Operation.allCases.flatMap { operation in
    [(false, false), (true, false), (false, true), (true, true)].map {
      StringMatch(operation, ignoresCase: $0, ignoresDiacritics: $1)
    }
  }.filter(isFunction)

  /// Whether an operator is a function.
  public static func isFunction(_ match: StringMatch) -> Bool {
    switch match.operation {
    case .like, .matches: false
    case .looselyContains, .looselyEquals: true
    case .contains, .startsWith, .endsWith: match.ignoresCase || match.ignoresDiacritics
    }
  }

  /// The name of the function of an operator.
  public static func name(of match: StringMatch) -> String {
    let word =
      switch match.operation {
      case .looselyContains: "loosely_contains"
      case .looselyEquals: "loosely_equals"
      case .contains: "contains"
      case .startsWith: "starts_with"
      case .endsWith: "ends_with"
      case .like: "like"
      case .matches: "matches"
      }
    let options = (match.ignoresCase ? "c" : "") + (match.ignoresDiacritics ? "d" : "")
    return "martlet_" + word + (options.isEmpty ? "" : "_" + options)
  }
}
