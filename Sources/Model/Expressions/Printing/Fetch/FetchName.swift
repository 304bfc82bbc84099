/// Prints names.
enum FetchName {
  private static let reserved: Set<String> = [
    "not", "if", "any", "all", "none", "nil", "null", "true", "false", "now", "today", "self",
  ]

  /// The name, in backticks if needed.
  static func quoted(_ name: String) -> String {
    reserved.contains(name.lowercased()) ? inBackticks(name) : quotedCase(name)
  }

  /// The name of an enum case, which can be a reserved word.
  static func quotedCase(_ name: String) -> String { name.isWord ? name : inBackticks(name) }

  private static func inBackticks(_ name: String) -> String {
    FetchLiteralText.quoted(name, by: "`")
  }
}
