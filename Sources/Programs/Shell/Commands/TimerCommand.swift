import Diagnostics
import Syntax

extension DotCommand {
  static let timer = DotCommand(
    name: "timer",
    arguments: "[on|off]",
    wordCounts: 0...1,
    summary: "print the run time after each statement",
    example: ".timer on",
    details: "`run` is the time to the result, `print` the time to format and write it.",
    suggestions: { _ in ["on", "off"] },
    handler: { call throws(Diagnostic) in
      try call.toggle("timer", \.isTimed)
    }
  )
}
