import Diagnostics
import Syntax

extension DotCommand {
  static let output = DotCommand(
    name: "output",
    arguments: "[file]",
    wordCounts: 0...1,
    summary: "send the following results to a file, or to the screen again",
    details: """
      The file takes its place when it is whole: at the next `.output` or at the end.
      Errors still go to the screen.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in
      do throws(Diagnostic) {
        if let path = call.words.first?.text {
          try call.console.redirect(to: path)
        } else {
          try call.console.finishRedirection()
        }
      } catch {
        throw Diagnostic(error.message, at: call.words.first?.span ?? call.line.span)
      }
      return .succeeded
    }
  )
}
