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
      """,
    handler: { call throws(Diagnostic) in
      let pattern = call.words.first?.text.lowercased()
      let blocks = (HistoryFile.standard?.load(limit: .max) ?? []).filter {
        pattern.map($0.lowercased().contains) ?? true
      }
      if blocks.isEmpty { call.console.printLine(StyledText("nothing typed yet", .dim)) }
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
