/// Names as the language writes them.
enum FetchName {
  private static let reserved: Set<String> = [
    "not", "if", "any", "all", "none", "nil", "null", "true", "false", "now", "today", "self",
  ]

  /// The name, in backticks where it would not be read as one.
  static func quoted(_ name: String) -> String {
    reserved.contains(name.lowercased()) ? inBackticks(name) : quotedCase(name)
  }

  /// The name of an enum's case, for which no word is reserved.
  static func quotedCase(_ name: String) -> String { name.isWord ? name : inBackticks(name) }

  private static func inBackticks(_ name: String) -> String {
    FetchLiteralText.quoted(name, by: "`")
  }
}
