import Diagnostics
import Syntax

extension DotCommand {
  static let print = DotCommand(
    name: "print",
    arguments: "[text]",
    wordCounts: 0...Int.max,
    summary: "print a text unchanged",
    example: ".print \"the end\"",
    details: "Put quotes around the text to keep spaces at its ends.",
    handler: { call throws(Diagnostic) in
      let isQuoted = call.words.count == 1
      call.console.printLine(StyledText(isQuoted ? call.words[0].text : call.line.rest.text))
      return .succeeded
    }
  )
}
