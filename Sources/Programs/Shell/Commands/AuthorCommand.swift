import Diagnostics
import Session
import Syntax

extension DotCommand {
  static let author = DotCommand(
    name: "author",
    arguments: "[name|-]",
    wordCounts: 0...1,
    summary: "set the author of the following changes for `history`; `-` for nobody",
    example: ".author Zoë",
    handler: { call throws(Diagnostic) in
      guard let word = call.words.first else {
        call.console.printLine(StyledText(call.session.author ?? "nobody"))
        return .succeeded
      }
      call.session.author = word.text == "-" ? nil : word.text
      return .succeeded
    }
  )
}
