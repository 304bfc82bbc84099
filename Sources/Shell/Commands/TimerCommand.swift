import Diagnostics
import Syntax

extension DotCommand {
  static let timer = DotCommand(
    name: "timer",
    arguments: "[on|off]",
    wordCounts: 0...1,
    summary: "print the run time after each statement",
    details: "`run` is the time to the result, `print` the time to format and write it.",
    suggestions: { _ in ["on", "off"] },
    handler: { call throws(Diagnostic) in
      switch call.words.first?.text.lowercased() {
      case "on": call.console.settings.isTimed = true
      case "off": call.console.settings.isTimed = false
      case nil:
        call.console.printLine(StyledText("timer \(call.console.settings.isTimed ? "on" : "off")"))
      default: throw call.usageFailure
      }
      return .succeeded
    }
  )
}
