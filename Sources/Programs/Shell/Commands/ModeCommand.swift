import Diagnostics
import Syntax

extension DotCommand {
  static let mode = DotCommand(
    name: "mode",
    arguments: "[mode]",
    wordCounts: 0...1,
    summary: "choose the output format",
    example: ".mode csv",
    terms: OutputMode.all.map { ($0.name, $0.summary) },
    suggestions: { _ in OutputMode.all.map(\.name) },
    handler: { call throws(Diagnostic) in
      guard let word = call.words.first else {
        call.console.printLine(StyledText("mode \(call.console.mode.name)"))
        return .succeeded
      }
      guard let mode = OutputMode.named(word.text) else {
        throw Diagnostic(
          "there is no mode `\(word.text)`",
          at: word.span,
          help: [OutputMode.hint(for: word.text)]
        )
      }
      call.console.choose(mode)
      return .succeeded
    }
  )
}
