import Diagnostics
import Syntax

extension DotCommand {
  static let history = DotCommand(
    name: "history",
    arguments: "[pattern]",
    wordCounts: 0...1,
    summary: "list what was typed at the prompt, in this session and in others",
    example: ".history Budget",
    details: """
      The newest stands last. A pattern keeps what contains it, in any case; without one there are the
      last \(shownBlocks). Up goes through them, Ctrl-R looks for one.
      With `--safe` there is this session alone.
      """,
    handler: { call throws(Diagnostic) in
      let word = call.words.first?.text
      let pattern = word?.lowercased()
      let blocks = call.console.history.filter { pattern.map($0.lowercased().contains) ?? true }
      if blocks.isEmpty {
        let what = word.map { "contains `\(escapedForTerminal($0))`" } ?? "yet"
        call.console.printLine(StyledText("nothing typed \(what)", .dim))
      }
      for block in pattern == nil ? blocks.suffix(shownBlocks) : blocks[...] {
        for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
          call.console.printLine(StyledText(escapedForTerminal(String(line))))
        }
      }
      return .succeeded
    }
  )

  private static let shownBlocks = 50
}

extension Console {
  /// The blocks typed so far, oldest first: of all sessions, or of this one if no file stores them.
  fileprivate var history: [String] {
    let kept = settings.isSafe ? nil : LineFile.history?.load(limit: .max)
    return (kept ?? []) + unkeptBlocks
  }
}
