import Diagnostics
import Syntax

extension DotCommand {
  static let quit = DotCommand(
    name: "quit",
    aliases: ["exit", "q"],
    summary: "exit; Ctrl-D on an empty line does the same",
    example: ".quit",
    handler: { _ throws(Diagnostic) in
      .quit(afterFailure: false)
    }
  )
}
