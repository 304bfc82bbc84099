import Diagnostics
import Syntax

extension DotCommand {
  static let hints = DotCommand(
    name: "hints",
    arguments: "[on|off|auto]",
    wordCounts: 0...1,
    summary: "explain which condition eliminated every record when a fetch finds nothing",
    example: ".hints on",
    details: """
      `auto` does so on a terminal, in modes for people.
      Each condition is counted alone and combined with those before it.
      """,
    suggestions: { _ in HintChoice.allCases.map(\.rawValue) },
    handler: { call throws(Diagnostic) in
      guard let word = call.words.first else {
        call.console.printLine(StyledText("hints \(call.console.settings.hints.rawValue)"))
        return .succeeded
      }
      guard let choice = HintChoice(rawValue: word.text.lowercased()) else {
        throw call.usageFailure
      }
      call.console.settings.hints = choice
      return .succeeded
    }
  )
}
