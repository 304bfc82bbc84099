import Diagnostics
import Syntax

extension DotCommand {
  static let pager = DotCommand(
    name: "pager",
    arguments: "[on|off|command]",
    wordCounts: 0...Int.max,
    summary: "choose the pager for `.last` and `.help`",
    example: ".pager less -S",
    details:
      "`on`, the default, uses the program in `PAGER`, or `less`. Results of statements are not paged.",
    suggestions: { _ in ["on", "off"] },
    handler: { call throws(Diagnostic) in
      switch call.words.first?.text {
      case nil: call.console.printLine(StyledText("pager \(call.console.settings.pager.text)"))
      case "on" where call.words.count == 1: call.console.settings.pager = .on
      case "off" where call.words.count == 1: call.console.settings.pager = .off
      default:
        try call.refuseIfSafe("runs no programs")
        call.console.settings.pager = .command(call.line.rest.text)
      }
      return .succeeded
    }
  )
}

extension PagerChoice {
  fileprivate var text: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .command(let command): escapedForTerminal(command)
    }
  }
}
