import Diagnostics
import Syntax

extension DotCommand {
  static let history = DotCommand(
    name: "history",
    arguments: "[pattern]",
    wordCounts: 0...1,
    summary: "list the statements typed in this session and earlier ones",
    example: ".history Budget",
    details: """
      The newest is last. A pattern lists only the statements that contain it, ignoring case; \
      without one, the last \(shownBlocks) are listed. The Up key goes through the history, Ctrl-R \
      searches it. With `--safe`, there is only this session's history.
      """,
    handler: { call throws(Diagnostic) in
      let word = call.words.first?.text
      let pattern = word?.lowercased()
      let blocks = call.console.history.filter { pattern.map($0.lowercased().contains) ?? true }
      if blocks.isEmpty {
        let what = word.map { "that contains `\(escapedForTerminal($0))`" } ?? "yet"
        call.console.printLine(StyledText("no history \(what)", .dim))
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
