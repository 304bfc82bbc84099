/// Examples of the reference, as blocks whose answers are filled in by those who run them.
enum ReferenceExamples {
  /// What is typed in a new shell on the demo.
  static func session(_ examples: [String]) -> [String] {
    split(examples, kind: "console", before: ["$ martlet --demo"])
  }

  /// What is typed in the shell of the block before.
  static func continued(_ examples: [String]) -> [String] {
    split(examples, kind: "text", before: [])
  }

  /// What the clock answers is shown without its answer.
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

  /// Whether the answer is another one on another day.
  private static func followsClock(_ example: String) -> Bool {
    let words = example.split { !$0.isLetter && !$0.isNumber && $0 != "=" }
    guard let first = words.first else { return false }
    if words.contains("history") { return true }
    return ["fetch", "count", "="].contains(first)
      && (words.contains("now") || words.contains("today"))
  }
}
