/// Examples whose results a test adds.
enum ReferenceExamples {
  /// Statements in a new shell on the demo.
  static func session(_ examples: [String]) -> [String] {
    split(examples, kind: "console", before: ["$ martlet --demo"])
  }

  /// Statements that continue the previous shell.
  static func continued(_ examples: [String]) -> [String] {
    split(examples, kind: "text", before: [])
  }

  /// Examples that depend on the current time have no result.
  private static func split(_ examples: [String], kind: String, before: [String]) -> [String] {
    let lasting = examples.filter { !followsClock($0) }
    let other = examples.filter(followsClock)
    var lines: [String] = []
    if !lasting.isEmpty {
      lines += MarkdownLines.block(kind, before + lasting.map { "martlet> " + $0 })
    }
    if !other.isEmpty {
      lines += (lines.isEmpty ? [] : [""]) + MarkdownLines.block("", other)
    }
    return lines
  }

  /// Whether the result depends on the current time.
  private static func followsClock(_ example: String) -> Bool {
    let words = example.split { !$0.isLetter && !$0.isNumber && $0 != "=" }
    guard let first = words.first else { return false }
    if words.contains("history") { return true }
    return ["fetch", "count", "="].contains(first)
      && (words.contains("now") || words.contains("today"))
  }
}
